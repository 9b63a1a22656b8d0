/** A scope's transaction: all of it stays, or nothing. */
import test from 'ava'
import { z } from 'zod'
import { Workspace } from '../../../shared/accounts/index.js'
import { contract, event } from '../../../shared/kernel/contract.js'
import type { Log } from '../../../shared/kernel/log.js'
import { outboxChannel } from '../../../shared/kernel/outbox.js'
import { extendScope, inTransaction, openScope, type Scope } from '../../../shared/kernel/scope.js'
import { silent, testService } from '../../support/service.js'
import { until } from '../../support/until.js'

const service = await testService()
test.after.always(() => service.close())
const { pool } = service.resources.database

const greet = contract({ name: 'tests.greet', queue: 'bulk', payload: z.object({ name: z.string(), times: z.number().default(1) }) })
const greeted = event({ name: 'tests.greeted', payload: z.object({ name: z.string() }) })

const scopeOf = (more: Partial<Parameters<typeof openScope>[0]> = {}) =>
  openScope({ resources: service.resources, log: silent, requestId: 'req', ...more })
const outboxOf = async (name: string) =>
  (await pool.query(`select kind, name, payload, workspace_id from outbox where payload->>'name' = $1 order by kind desc, id`, [name])).rows

/** Changes a row by the ORM and by SQL, queues and announces. */
async function change(scope: Scope, workspaceId: string, name: string): Promise<string> {
  const workspace = await scope.em.findOneOrFail(Workspace, { id: workspaceId })
  workspace.name = name
  scope.enqueue(greet, { name } as never)
  scope.announce(greeted, { name })
  await scope.em.execute('insert into short_lived (key, value, expires_at) values (?, ?, now())', [`by-sql-${name}`, 'x'])
  return name
}

const leftBehind = async (workspaceId: string, name: string) => ({
  workspace: (await pool.query('select name from workspaces where id = $1', [workspaceId])).rows[0].name === name,
  sql: (await pool.query('select 1 from short_lived where key = $1', [`by-sql-${name}`])).rowCount === 1,
  outbox: (await outboxOf(name)).length,
})

test('work that succeeds leaves everything, and answers its result', async (t) => {
  const { id } = await service.make.workspace()
  const scope = scopeOf()
  t.is(await inTransaction(scope, () => change(scope, id, 'kept')), 'kept')
  t.deepEqual(await leftBehind(id, 'kept'), { workspace: true, sql: true, outbox: 2 })
})

test('work that fails leaves nothing', async (t) => {
  const { id } = await service.make.workspace()
  const scope = scopeOf()
  const failing = inTransaction(scope, async () => {
    await change(scope, id, 'rolled-back')
    throw new Error('no')
  })
  await t.throwsAsync(failing, { message: 'no' })
  t.deepEqual(await leftBehind(id, 'rolled-back'), { workspace: false, sql: false, outbox: 0 })
})

test('what comes before the commit comes last, and can undo all of it', async (t) => {
  const { id } = await service.make.workspace()
  const scope = scopeOf()
  const seen: number[] = []
  const written = async () =>
    void seen.push(
      Number((await scope.em.execute('select count(*) as count from outbox where payload ->> ? = ?', ['name', 'last']))[0]?.count),
    )
  await inTransaction(scope, async () => {
    scope.beforeCommit(written)
    await change(scope, id, 'last')
    await written()
  })
  t.deepEqual(seen, [0, 2])
  const failing = inTransaction(scope, async () => {
    await change(scope, id, 'too-late')
    scope.beforeCommit(() => Promise.reject(new Error('no')))
  })
  await t.throwsAsync(failing, { message: 'no' })
  t.deepEqual(await leftBehind(id, 'too-late'), { workspace: false, sql: false, outbox: 0 })
  await t.notThrowsAsync(
    inTransaction(scope, async () => undefined),
    'it is not asked for again',
  )
})

test('a commit that the database refuses leaves nothing', async (t) => {
  const [{ id }, other] = await Promise.all([service.make.workspace(), service.make.workspace()])
  const scope = scopeOf()
  const failing = inTransaction(scope, async () => {
    await change(scope, id, 'refused')
    const workspace = await scope.em.findOneOrFail(Workspace, { id })
    workspace.slug = other.slug
  })
  await t.throwsAsync(failing, { message: /unique/ })
  t.deepEqual(await leftBehind(id, 'refused'), { workspace: false, sql: false, outbox: 0 })
})

test('what a failed transaction announced does not leave with the next one of the same scope', async (t) => {
  const scope = scopeOf()
  await t.throwsAsync(
    inTransaction(scope, async () => {
      scope.announce(greeted, { name: 'ghost' })
      throw new Error('no')
    }),
  )
  await inTransaction(scope, async () => scope.announce(greeted, { name: 'second-try' }))
  t.deepEqual([(await outboxOf('ghost')).length, (await outboxOf('second-try')).length], [0, 1])
})

test('what a failed transaction wanted to do after its commit is not done after the next one', async (t) => {
  const scope = scopeOf()
  const done: string[] = []
  await t.throwsAsync(
    inTransaction(scope, async () => {
      scope.afterCommit(async () => void done.push('ghost'))
      throw new Error('no')
    }),
  )
  await inTransaction(scope, async () => scope.afterCommit(async () => void done.push('second')))
  t.deepEqual(done, ['second'])
})

test('a scope may run one transaction after another', async (t) => {
  const { id } = await service.make.workspace()
  const scope = scopeOf()
  await inTransaction(scope, () => change(scope, id, 'first'))
  await inTransaction(scope, () => change(scope, id, 'next'))
  t.deepEqual([(await outboxOf('first')).length, (await outboxOf('next')).length], [2, 2])
})

test('an outbox row says what it is, with the parsed payload and the workspace', async (t) => {
  const workspace = await service.make.workspace()
  const scope = extendScope(scopeOf(), { workspace })
  await inTransaction(scope, async () => {
    scope.enqueue(greet, { name: 'outbox-row', extra: 'dropped' } as never)
    scope.announce(greeted, { name: 'outbox-row' })
  })
  t.deepEqual(await outboxOf('outbox-row'), [
    { kind: 'job', name: 'tests.greet', payload: { name: 'outbox-row', times: 1 }, workspace_id: workspace.id },
    { kind: 'event', name: 'tests.greeted', payload: { name: 'outbox-row' }, workspace_id: workspace.id },
  ])
})

test('a payload that breaks its contract is refused where it is given', (t) => {
  const scope = scopeOf()
  t.throws(() => scope.enqueue(greet, { name: 7 } as never), { name: 'ZodError' })
})

test('thousands of messages leave at once', async (t) => {
  const scope = scopeOf()
  await inTransaction(scope, async () => {
    for (let times = 0; times < 2500; times++) scope.enqueue(greet, { name: 'many', times })
  })
  const rows = await outboxOf('many')
  t.is(rows.length, 2500)
  t.is(new Set(rows.map(({ payload }) => payload.times)).size, 2500)
})

// First and alone: all tests write to the outbox.
test.serial('relays are told after a commit that wrote to the outbox, and only then', async (t) => {
  const { store } = service.resources
  const heard: string[] = []
  await store.subscribe(outboxChannel, (message) => heard.push(message))
  const scope = scopeOf()
  await inTransaction(scope, async () => undefined)
  await t.throwsAsync(
    inTransaction(scope, async () => {
      scope.announce(greeted, { name: 'untold' })
      throw new Error('no')
    }),
  )
  await inTransaction(scope, async () => scope.announce(greeted, { name: 'told' }))
  // Messages come in order, and their own process hears them twice: with the last, everything has been heard.
  await store.publish(outboxChannel, 'last')
  await until(() => heard.filter((message) => message === 'last').length === 2)
  t.deepEqual(heard.toSorted(), ['', '', 'last', 'last'])
})

test('steps after the commit see what was committed', async (t) => {
  const { id } = await service.make.workspace()
  const scope = scopeOf()
  let seen: unknown
  await inTransaction(scope, async () => {
    scope.afterCommit(async () => void (seen = await leftBehind(id, 'seen')))
    await change(scope, id, 'seen')
  })
  t.deepEqual(seen, { workspace: true, sql: true, outbox: 2 })
})

test('steps after a rollback are not run', async (t) => {
  const scope = scopeOf()
  await t.throwsAsync(
    inTransaction(scope, async () => {
      scope.afterCommit(async () => t.fail())
      throw new Error('no')
    }),
  )
  t.pass()
})

test('a step that fails after the commit is logged, not thrown, and the others run', async (t) => {
  const warnings: unknown[] = []
  const log = { ...silent, warn: (...words: unknown[]) => warnings.push(words) } as unknown as Log
  const scope = scopeOf({ log })
  let ran = false
  const result = await inTransaction(scope, async () => {
    scope.afterCommit(async () => {
      throw new Error('cache away')
    })
    scope.afterCommit(() => {
      throw new Error('thrown at once')
    })
    scope.afterCommit(async () => void (ran = true))
    return 'answered'
  })
  t.is(result, 'answered')
  t.true(ran)
  t.is(warnings.length, 2)
  t.true((warnings as [{ err: Error }][]).some(([{ err }]) => err.message === 'cache away'))
})

test('a statement that takes longer than the limit ends the transaction', async (t) => {
  const scope = scopeOf()
  await t.throwsAsync(
    inTransaction(scope, () => scope.em.execute('select pg_sleep(5)'), 100),
    { message: /statement timeout/ },
  )
  await t.notThrowsAsync(inTransaction(scope, () => scope.em.execute('select pg_sleep(0.2)')))
})

test('scopes share no entities', async (t) => {
  const { id } = await service.make.workspace()
  const [one, other] = [scopeOf(), scopeOf()]
  const changed = await one.em.findOneOrFail(Workspace, { id })
  changed.name = 'never flushed'
  t.not((await other.em.findOneOrFail(Workspace, { id })).name, 'never flushed')
})

test('time and chance come from outside when they are given', (t) => {
  const scope = scopeOf({ now: () => new Date(5), random: () => 0.25 })
  t.is(scope.now().getTime(), 5)
  t.is(scope.random(), 0.25)
  const before = Date.now()
  const now = scopeOf().now().getTime()
  t.true(now >= before && now <= Date.now())
})
