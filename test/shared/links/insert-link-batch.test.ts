import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { unlimited } from '../../../shared/accounts/index.js'
import type { JobScope } from '../../../shared/kernel/scope.js'
import { countPendingLinks } from '../../../shared/links/count-pending-links.js'
import { createLink, createLinkBodySchema } from '../../../shared/links/index.js'
import type { LinkScope } from '../../../shared/links/link-scope.js'
import { type TestMember, testMember } from '../../support/callers.js'
import { type TestService, testService } from '../../support/service.js'
import { waitUntil } from '../../support/wait-until.js'

let service: TestService
test.before(async () => {
  service = await testService({ BASE_URL: 'http://localhost:3000' })
  await service.make.domain(null, { slug: 'localhost' })
})
test.after.always(() => service.close())

/** Creates a link without a transaction around it, as the endpoint does. */
const create = (scope: LinkScope, input: object = {}) =>
  createLink(scope, createLinkBodySchema.parse({ url: 'https://example.com', ...input }))

/** Links of a workspace without a link limit share inserts. */
const unlimitedMember = () => testMember(service, { linksLimit: unlimited })

const usageOf = async (member: TestMember) => {
  const { linksUsage, totalLinks } = (await member.scope()).workspace
  return { linksUsage, totalLinks }
}

test('concurrent creations are stored and counted once each', async (t) => {
  const [a, b] = await Promise.all([unlimitedMember(), unlimitedMember()])
  const scopes = await Promise.all(Array.from({ length: 30 }, (_, index) => (index % 3 ? a : b).scope()))
  const links = await Promise.all(scopes.map((scope) => create(scope)))
  t.is(new Set(links.map(({ shortLink }) => shortLink)).size, 30)
  t.deepEqual(await usageOf(a), { linksUsage: 20, totalLinks: 20 })
  t.deepEqual(await usageOf(b), { linksUsage: 10, totalLinks: 10 })
})

test('of concurrent creations with the same key one succeeds and the others return conflict', async (t) => {
  const member = await unlimitedMember()
  const scopes = await Promise.all(Array.from({ length: 16 }, () => member.scope()))
  const results = await Promise.allSettled(scopes.map((scope) => create(scope, { key: 'shared-by-all' })))
  t.is(results.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const result of results) if (result.status === 'rejected') t.is(result.reason.code, 'conflict')
  t.deepEqual(await usageOf(member), { linksUsage: 1, totalLinks: 1 })
})

test('a taken external id returns conflict and does not affect creations at the same time', async (t) => {
  const member = await unlimitedMember()
  await create(await member.scope(), { externalId: 'Taken' })
  const [refused, created] = await Promise.allSettled([
    create(await member.scope(), { externalId: 'taken' }),
    create(await member.scope(), { externalId: 'free' }),
  ])
  t.is(refused.status === 'rejected' && refused.reason.code, 'conflict')
  t.is(created.status, 'fulfilled')
})

test('a link that the database refuses fails alone', async (t) => {
  const member = await unlimitedMember()
  const [good, bad, other] = await Promise.all([member.scope(), member.scope(), member.scope()])
  Object.assign(bad, { actor: { ...bad.actor, user: { ...bad.actor.user, id: 'user_deleted' } } })
  const results = await Promise.allSettled([create(good), create(bad), create(other)])
  t.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  await waitUntil(async () => (await usageOf(member)).linksUsage === 2)
  t.deepEqual(await usageOf(member), { linksUsage: 2, totalLinks: 2 })
})

test('a creation does not wait for the row of its workspace; the usage follows when the row is free', async (t) => {
  const member = await unlimitedMember()
  const client = await service.resources.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select 1 from workspaces where id = $1 for no key update', [member.workspace.id])
    const scope = await member.scope()
    const created = await Promise.race([create(scope), sleep(60_000, null, { ref: false })])
    t.truthy(created)
    t.deepEqual(await usageOf(member), { linksUsage: 0, totalLinks: 0 })
    await client.query('commit')
  } finally {
    client.release()
  }
  await waitUntil(async () => (await usageOf(member)).linksUsage === 1)
  t.deepEqual(await usageOf(member), { linksUsage: 1, totalLinks: 1 })
})

// Serial: the job counts for all workspaces, and locks their rows meanwhile.
test.serial('the next creation or the job counts what is pending, once', async (t) => {
  const { pool } = service.resources.database
  const [a, b] = await Promise.all([unlimitedMember(), unlimitedMember()])
  await pool.query('insert into pending_link_usage (workspace_id, links) values ($1, 3), ($2, 2), ($2, 1)', [
    a.workspace.id,
    b.workspace.id,
  ])
  await create(await a.scope())
  t.deepEqual(await usageOf(a), { linksUsage: 4, totalLinks: 4 })
  const scope = (await b.scope()) as unknown as JobScope
  await Promise.all([countPendingLinks(scope), countPendingLinks(scope)])
  t.deepEqual(await usageOf(b), { linksUsage: 3, totalLinks: 3 })
  t.deepEqual(
    (await pool.query('select 1 from pending_link_usage where workspace_id = any($1)', [[a.workspace.id, b.workspace.id]])).rows,
    [],
  )
})
