/** Transactions of a scope: everything is committed, or nothing. */
import test from 'ava'
import { z } from 'zod'
import { Workspace } from '../../../shared/accounts/index.js'
import type { Log } from '../../../shared/kernel/log.js'
import { contract, event } from '../../../shared/kernel/queue/contract.js'
import { outboxChannel } from '../../../shared/kernel/queue/outbox.js'
import { extendScope, inTransaction, openScope, type Scope } from '../../../shared/kernel/scope.js'
import { silentLog, testService } from '../../support/service.js'
import { waitUntil } from '../../support/wait-until.js'

const service = await testService()
test.after.always(() => service.close())
const { pool } = service.resources.database

const greet = contract({ name: 'tests.greet', queue: 'bulk', payload: z.object({ name: z.string(), times: z.number().default(1) }) })
const greeted = event({ name: 'tests.greeted', payload: z.object({ name: z.string() }) })

const newScope = (more: Partial<Parameters<typeof openScope>[0]> = {}) =>
  openScope({ resources: service.resources, log: silentLog, requestId: 'req', ...more })
const outboxOf = async (name: string) =>
  (await pool.query(`select kind, name, payload, workspace_id from outbox where payload->>'name' = $1 order by kind desc, id`, [name])).rows

/** Changes a row by the ORM and by SQL, enqueues a job and announces an event. */
async function change(scope: Scope, workspaceId: string, name: string): Promise<string> {
  const workspace = await scope.em.findOneOrFail(Workspace, { id: workspaceId })
  workspace.name = name
  scope.enqueue(greet, { name } as never)
  scope.announce(greeted, { name })
  await scope.em.execute('insert into short_lived (key, value, expires_at) values (?, ?, now())', [`by-sql-${name}`, 'x'])
  return name
}

const persisted = async (workspaceId: string, name: string) => ({
  workspace: (await pool.query('select name from workspaces where id = $1', [workspaceId])).rows[0].name === name,
  sql: (await pool.query('select 1 from short_lived where key = $1', [`by-sql-${name}`])).rowCount === 1,
  outbox: (await outboxOf(name)).length,
})

test('successful work commits everything and returns its result', async (t) => {
  const { id } = await service.make.workspace()
  const scope = newScope()
  t.is(await inTransaction(scope, () => change(scope, id, 'kept')), 'kept')
  t.deepEqual(await persisted(id, 'kept'), { workspace: true, sql: true, outbox: 2 })
})

test('failed work commits nothing', async (t) => {
  const { id } = await service.make.workspace()
  const scope = newScope()
  const failing = inTransaction(scope, async () => {
    await change(scope, id, 'rolled-back')
    throw new Error('no')
  })
  await t.throwsAsync(failing, { message: 'no' })
  t.deepEqual(await persisted(id, 'rolled-back'), { workspace: false, sql: false, outbox: 0 })
})

test('a second transaction is refused while one is open, which commits', async (t) => {
  const { id } = await service.make.workspace()
  const scope = newScope()
  await inTransaction(scope, async () => {
    await change(scope, id, 'outer')
    await t.throwsAsync(
      inTransaction(scope, async () => undefined),
      { message: /is open/ },
    )
  })
  t.deepEqual(await persisted(id, 'outer'), { workspace: true, sql: true, outbox: 2 })
})

test('a hook before the commit runs last and can roll everything back', async (t) => {
  const { id } = await service.make.workspace()
  const scope = newScope()
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
  t.deepEqual(await persisted(id, 'too-late'), { workspace: false, sql: false, outbox: 0 })
  await t.notThrowsAsync(
    inTransaction(scope, async () => undefined),
    'the hook does not run again',
  )
})

test('a commit that the database rejects persists nothing', async (t) => {
  const [{ id }, other] = await Promise.all([service.make.workspace(), service.make.workspace()])
  const scope = newScope()
  const failing = inTransaction(scope, async () => {
    await change(scope, id, 'refused')
    const workspace = await scope.em.findOneOrFail(Workspace, { id })
    workspace.slug = other.slug
  })
  await t.throwsAsync(failing, { message: /unique/ })
  t.deepEqual(await persisted(id, 'refused'), { workspace: false, sql: false, outbox: 0 })
})

test('events of a failed transaction are not sent with the next one of the same scope', async (t) => {
  const scope = newScope()
  await t.throwsAsync(
    inTransaction(scope, async () => {
      scope.announce(greeted, { name: 'ghost' })
      throw new Error('no')
    }),
  )
  await inTransaction(scope, async () => scope.announce(greeted, { name: 'second-try' }))
  t.deepEqual([(await outboxOf('ghost')).length, (await outboxOf('second-try')).length], [0, 1])
})

test('after-commit hooks of a failed transaction do not run after the next one', async (t) => {
  const scope = newScope()
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
  const scope = newScope()
  await inTransaction(scope, () => change(scope, id, 'first'))
  await inTransaction(scope, () => change(scope, id, 'next'))
  t.deepEqual([(await outboxOf('first')).length, (await outboxOf('next')).length], [2, 2])
})

test('an outbox row has kind, name, parsed payload and workspace', async (t) => {
  const workspace = await service.make.workspace()
  const scope = extendScope(newScope(), { workspace })
  await inTransaction(scope, async () => {
    scope.enqueue(greet, { name: 'outbox-row', extra: 'dropped' } as never)
    scope.announce(greeted, { name: 'outbox-row' })
  })
  t.deepEqual(await outboxOf('outbox-row'), [
    { kind: 'job', name: 'tests.greet', payload: { name: 'outbox-row', times: 1 }, workspace_id: workspace.id },
    { kind: 'event', name: 'tests.greeted', payload: { name: 'outbox-row' }, workspace_id: workspace.id },
  ])
})

test('an invalid payload is rejected when it is enqueued', (t) => {
  const scope = newScope()
  t.throws(() => scope.enqueue(greet, { name: 7 } as never), { name: 'ZodError' })
})

test('thousands of jobs are written in one transaction', async (t) => {
  const scope = newScope()
  await inTransaction(scope, async () => {
    for (let times = 0; times < 2500; times++) scope.enqueue(greet, { name: 'many', times })
  })
  const rows = await outboxOf('many')
  t.is(rows.length, 2500)
  t.is(new Set(rows.map(({ payload }) => payload.times)).size, 2500)
})

// Serial, because all tests write to the outbox.
test.serial('relays are notified after a commit with outbox rows, and only then', async (t) => {
  const { store } = service.resources
  const received: string[] = []
  await store.subscribe(outboxChannel, (message) => received.push(message))
  const scope = newScope()
  await inTransaction(scope, async () => undefined)
  await t.throwsAsync(
    inTransaction(scope, async () => {
      scope.announce(greeted, { name: 'rolled-back-event' })
      throw new Error('no')
    }),
  )
  await inTransaction(scope, async () => scope.announce(greeted, { name: 'committed-event' }))
  // Messages arrive in order, and their own process receives them twice, so the last one marks the end.
  await store.publish(outboxChannel, 'last')
  await waitUntil(() => received.filter((message) => message === 'last').length === 2)
  t.deepEqual(received.toSorted(), ['', '', 'last', 'last'])
})

test('after-commit hooks see the committed data', async (t) => {
  const { id } = await service.make.workspace()
  const scope = newScope()
  let seen: unknown
  await inTransaction(scope, async () => {
    scope.afterCommit(async () => void (seen = await persisted(id, 'seen')))
    await change(scope, id, 'seen')
  })
  t.deepEqual(seen, { workspace: true, sql: true, outbox: 2 })
})

test('after-commit hooks do not run after a rollback', async (t) => {
  const scope = newScope()
  await t.throwsAsync(
    inTransaction(scope, async () => {
      scope.afterCommit(async () => t.fail())
      throw new Error('no')
    }),
  )
  t.pass()
})

test('a failing after-commit hook is logged, not thrown, and the others run', async (t) => {
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (...words: unknown[]) => warnings.push(words) } as unknown as Log
  const scope = newScope({ log })
  let ran = false
  const result = await inTransaction(scope, async () => {
    scope.afterCommit(async () => {
      throw new Error('cache unavailable')
    })
    scope.afterCommit(() => {
      throw new Error('thrown synchronously')
    })
    scope.afterCommit(async () => void (ran = true))
    return 'result'
  })
  t.is(result, 'result')
  t.true(ran)
  t.is(warnings.length, 2)
  t.true((warnings as [{ err: Error }][]).some(([{ err }]) => err.message === 'cache unavailable'))
})

test('rollback hooks run after a rollback, and never after a commit', async (t) => {
  const scope = newScope()
  const ran: string[] = []
  await inTransaction(scope, async () => scope.afterRollback(async () => void ran.push('committed')))
  const failed = inTransaction(scope, async () => {
    scope.afterRollback(async () => void ran.push('rolled back'))
    throw new Error('no')
  })
  await t.throwsAsync(failed, { message: 'no' })
  t.deepEqual(ran, ['rolled back'])
})

test('a statement that exceeds the timeout fails the transaction', async (t) => {
  const scope = newScope()
  await t.throwsAsync(
    inTransaction(scope, () => scope.em.execute('select pg_sleep(5)'), 100),
    { message: /statement timeout/ },
  )
  await t.notThrowsAsync(inTransaction(scope, () => scope.em.execute('select pg_sleep(0.2)')))
})

test('scopes share no entities', async (t) => {
  const { id } = await service.make.workspace()
  const [one, other] = [newScope(), newScope()]
  const changed = await one.em.findOneOrFail(Workspace, { id })
  changed.name = 'never flushed'
  t.not((await other.em.findOneOrFail(Workspace, { id })).name, 'never flushed')
})

test('clock and random source can be injected', (t) => {
  const scope = newScope({ now: () => new Date(5), random: () => 0.25 })
  t.is(scope.now().getTime(), 5)
  t.is(scope.random(), 0.25)
  const before = Date.now()
  const now = newScope().now().getTime()
  t.true(now >= before && now <= Date.now())
})
