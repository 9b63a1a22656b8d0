import test from 'ava'
import { findLinkInfo, updateLink } from '../../../shared/links/index.js'
import { testMember } from '../../support/callers.js'
import { type Change, create, update } from '../../support/links.js'
import { testService, type TestService } from '../../support/service.js'
import { waitUntil } from '../../support/wait-until.js'
import { subscribed, publishedEvents } from '../../support/webhook-events.js'

let service: TestService
test.before(async () => {
  service = await testService()
  await service.make.domain(null, { slug: 'localhost' })
})
test.after.always(() => service.close())

test('updates the given fields of a link found by id or by external id', async (t) => {
  const owner = await testMember(service, subscribed)
  const link = await create(owner, { externalId: 'mine', title: 'Title', comments: 'kept', tagNames: [] })
  const changed = await update(owner, link.id, { title: 'Other', archived: true })
  t.deepEqual({ ...changed, updatedAt: '' }, { ...link, title: 'Other', archived: true, updatedAt: '' })
  t.is((await update(owner, 'ext_MINE', { archived: false })).archived, false)
  t.deepEqual(await publishedEvents(service.resources.database.pool, owner.workspace), [
    ['link.created', link.id],
    ['link.updated', link.id],
    ['link.updated', link.id],
  ])
})

test('clears fields that are null and keeps absent fields', async (t) => {
  const owner = await testMember(service)
  const input = {
    expiresAt: '2031-01-01',
    expiredUrl: 'https://example.com/x',
    password: 'x',
    ios: 'https://a.example.com',
    geo: { US: 'https://u.example.com' },
    comments: 'c',
    externalId: 'e',
    tenantId: 't',
    trackConversion: true,
    testVariants: [
      { url: 'https://a.example.com', percentage: 50 },
      { url: 'https://b.example.com', percentage: 50 },
    ],
    testCompletedAt: '2031-02-01',
  }
  const link = await create(owner, input)
  t.deepEqual({ ...(await update(owner, link.id, { title: 'x' })), updatedAt: '' }, { ...link, title: 'x', updatedAt: '' })
  const cleared = await update(owner, link.id, {
    expiresAt: null,
    expiredUrl: null,
    password: '',
    ios: null,
    geo: null,
    comments: null,
    externalId: null,
    tenantId: null,
    testVariants: null,
    testCompletedAt: null,
  })
  t.like(cleared, {
    expiresAt: null,
    expiredUrl: null,
    password: null,
    ios: null,
    geo: null,
    comments: null,
    externalId: null,
    tenantId: null,
    testVariants: null,
    testCompletedAt: null,
  })
})

const campaignCases: [string, Change, string, string | null][] = [
  [
    'a new url keeps the campaign',
    { url: 'https://new.example.com/p' },
    'https://new.example.com/p?utm_source=mail&utm_medium=email',
    'mail',
  ],
  ['a campaign field changes the url', { utm_source: 'web' }, 'https://example.com/?utm_source=web&utm_medium=email', 'web'],
  ['an empty field removes its parameter', { utm_source: '' }, 'https://example.com/?utm_medium=email', null],
  ['null removes the parameter', { utm_source: null }, 'https://example.com/?utm_medium=email', null],
  [
    'a new url and a campaign field are combined',
    { url: 'https://new.example.com', utm_source: 'web' },
    'https://new.example.com/?utm_source=web&utm_medium=email',
    'web',
  ],
  [
    'campaign parameters of the new url take precedence over the stored ones',
    { url: 'https://new.example.com/?utm_source=own' },
    'https://new.example.com/?utm_source=own&utm_medium=email',
    'own',
  ],
]
for (const [title, change, url, source] of campaignCases) {
  test(`campaign: ${title}`, async (t) => {
    const owner = await testMember(service)
    const link = await create(owner, { url: 'https://example.com', utm_source: 'mail', utm_medium: 'email' })
    t.like(await update(owner, link.id, change), { url, utm_source: source, utm_medium: 'email' })
  })
}

test('ref is stored in the url only, and a new url does not keep it', async (t) => {
  const owner = await testMember(service)
  const link = await create(owner, { url: 'https://example.com', ref: 'friend' })
  t.is(link.url, 'https://example.com/?ref=friend')
  t.is((await update(owner, link.id, { url: 'https://new.example.com/x' })).url, 'https://new.example.com/x')
})

test('an update without changes returns the link and publishes no webhook event', async (t) => {
  const owner = await testMember(service, subscribed)
  const tag = await service.make.tag(owner.workspace)
  const link = await create(owner, {
    tagIds: [tag.id],
    geo: { US: 'https://u.example.com', DE: 'https://d.example.com' },
    expiresAt: '2031-01-01',
  })
  t.deepEqual(
    await update(owner, link.id, {
      url: link.url,
      geo: { DE: 'https://d.example.com', US: 'https://u.example.com' },
      tagIds: [tag.id],
      expiresAt: '2031-01-01T00:00:00Z',
    }),
    link,
  )
  t.deepEqual(await update(owner, link.id, {}), link)
  t.deepEqual(await publishedEvents(service.resources.database.pool, owner.workspace), [['link.created', link.id]])
})

test('a new key must be valid and free; a change of case is always allowed', async (t) => {
  const owner = await testMember(service)
  const [link, rival] = [await create(owner, { key: 'moves' }), await create(owner, { key: 'rival' })]
  t.like(await update(owner, link.id, { key: 'Moves' }), { key: 'Moves', shortLink: 'http://localhost:3000/Moves' })
  await t.throwsAsync(update(owner, link.id, { key: 'RIVAL' }), { code: 'conflict' })
  await t.throwsAsync(update(owner, link.id, { key: 'api' }), { code: 'conflict' })
  await t.throwsAsync(update(owner, link.id, { key: 'a b' }), { code: 'unprocessable_entity' })
  t.is((await update(owner, link.id, { key: 'elsewhere' })).key, 'elsewhere')
  t.is((await update(owner, rival.id, { key: 'moves' })).key, 'moves')
})

test('a new externalId must be free', async (t) => {
  const owner = await testMember(service)
  const [link] = [await create(owner, { externalId: 'a' }), await create(owner, { externalId: 'b' })]
  t.is((await update(owner, link.id, { externalId: 'A' })).externalId, 'A')
  await t.throwsAsync(update(owner, link.id, { externalId: 'B' }), { code: 'conflict', message: /externalId/ })
})

test('a link can only move to a domain of its workspace', async (t) => {
  const [owner, other] = await Promise.all([testMember(service), testMember(service)])
  const [own, foreign] = await Promise.all([service.make.domain(owner.workspace), service.make.domain(other.workspace)])
  const link = await create(owner, { key: 'wanderer' })
  t.like(await update(owner, link.id, { domain: own.slug }), {
    domain: own.slug,
    key: 'wanderer',
    shortLink: `https://${own.slug}/wanderer`,
  })
  await t.throwsAsync(update(owner, link.id, { domain: foreign.slug }), { code: 'forbidden' })
  await t.notThrowsAsync(create(owner, { key: 'wanderer' }))
})

test('a changed key invalidates the old and the new address', async (t) => {
  const owner = await testMember(service)
  const messages: string[] = []
  const stop = await service.resources.store.subscribe('links.changed', (message) => void messages.push(message))
  const link = await create(owner, { key: 'old-key' })
  await update(owner, link.id, { key: 'new-key' })
  await waitUntil(() => messages.includes('[["localhost","old-key"],["localhost","new-key"]]'))
  t.pass()
  await stop()
})

test('the link of a bare domain keeps its domain and key', async (t) => {
  const owner = await testMember(service)
  const { slug: domain } = await service.make.domain(owner.workspace)
  const root = await create(owner, { domain, key: '_root', url: '' })
  t.like(await update(owner, root.id, { domain: 'localhost', key: 'moved', url: 'https://example.com' }), {
    domain,
    key: '_root',
    url: 'https://example.com',
  })
  t.is((await update(owner, root.id, { url: '' })).url, '')
  const link = await create(owner, { domain })
  await t.throwsAsync(update(owner, link.id, { url: '' }), { code: 'bad_request' })
})

test('replaces all tags, and an empty list removes them', async (t) => {
  const owner = await testMember(service)
  const [a, b] = await Promise.all([service.make.tag(owner.workspace), service.make.tag(owner.workspace)])
  const link = await create(owner, { tagIds: [a.id] })
  const ids = async (change: Change) => (await update(owner, link.id, change)).tags?.map(({ id }) => id)
  t.deepEqual(await ids({ tagIds: [b.id, a.id] }), [b.id, a.id])
  t.deepEqual(await ids({ tagIds: [a.id, b.id] }), [a.id, b.id])
  t.deepEqual(await ids({ tagNames: b.name.toUpperCase() }), [b.id])
  t.deepEqual(await ids({ tagId: null }), [])
  t.deepEqual(await ids({ tagId: a.id }), [a.id])
  t.deepEqual(await ids({ tagIds: [] }), [])
  await t.throwsAsync(update(owner, link.id, { tagIds: ['tag_x'] }), { code: 'unprocessable_entity' })
})

test('after a downgrade a link with a paid feature can only be updated without the feature', async (t) => {
  const owner = await testMember(service)
  const link = await create(owner, { password: 'x' })
  await service.resources.database.pool.query("update workspaces set plan = 'free' where id = $1", [owner.workspace.id])
  await t.throwsAsync(update(owner, link.id, { title: 'x' }), { code: 'forbidden', message: /password/ })
  t.is((await update(owner, link.id, { password: null, title: 'x' })).title, 'x')
})

test('a bare domain redirects only on plans with that feature', async (t) => {
  const owner = await testMember(service, { plan: 'free' })
  const domain = await service.make.domain(owner.workspace)
  const root = await service.make.link(owner.workspace, { domain: domain.slug, key: '_root', lookupKey: '_root', url: '' })
  await t.throwsAsync(update(owner, root.id, { url: 'https://example.com' }), { code: 'forbidden', message: /bare domain/ })
  t.is((await update(owner, root.id, { archived: true })).archived, true)
})

test('rejects unknown programs and webhooks and keeps the stored program', async (t) => {
  const owner = await testMember(service)
  const { id } = await service.make.link(owner.workspace, { domain: 'localhost', programId: 'prog_1', partnerId: 'pn_1' })
  await t.throwsAsync(update(owner, id, { programId: 'prog_2' }), { code: 'not_found' })
  await t.throwsAsync(update(owner, id, { webhookIds: ['wh_1'] }), { code: 'unprocessable_entity' })
  t.like(await update(owner, id, { title: 'x', webhookIds: [] }), { programId: 'prog_1', partnerId: 'pn_1' })
})

test('a partner set without a program must be enrolled in the default program; a stored one is not checked again', async (t) => {
  const owner = await testMember(service)
  const program = await service.make.program(owner.workspace)
  const partner = await service.make.partner()
  await service.make.enrolment(program, partner)
  const { id } = await service.make.link(owner.workspace, { domain: 'localhost', partnerId: 'pn_1' })
  t.like(await update(owner, id, { partnerId: 'pn_1', title: 'x' }), { programId: null, partnerId: 'pn_1' })
  await t.throwsAsync(update(owner, id, { partnerId: 'pn_2' }), { code: 'not_found' })
  t.like(await update(owner, id, { partnerId: partner.id }), { programId: program.id, partnerId: partner.id })
  t.like(await update(owner, id, { programId: null }), { programId: null, partnerId: partner.id })
})

test('an update does not overwrite counters that increase concurrently', async (t) => {
  const owner = await testMember(service)
  const { id } = await create(owner)
  await owner.run(async (scope) => {
    t.is((await findLinkInfo(scope, { linkId: id })).clicks, 0)
    await service.resources.database.pool.query('update links set clicks = clicks + 5 where id = $1', [id])
    await updateLink(scope, id, { title: 'x' })
  })
  t.like(await update(owner, id, {}), { title: 'x', clicks: 5 })
})

test('concurrent updates do not overwrite each other', async (t) => {
  const owner = await testMember(service)
  const link = await create(owner, { url: 'https://example.com' })
  await Promise.all([
    update(owner, link.id, { utm_source: 'a' }),
    update(owner, link.id, { utm_medium: 'b' }),
    update(owner, link.id, { utm_campaign: 'c' }),
    update(owner, link.id, { title: 'd' }),
  ])
  t.like(await update(owner, link.id, {}), { utm_source: 'a', utm_medium: 'b', utm_campaign: 'c', title: 'd' })
})

test('of links that take the same key concurrently one succeeds', async (t) => {
  const owner = await testMember(service)
  const links = await Promise.all([create(owner), create(owner), create(owner)])
  const results = await Promise.allSettled(links.map(({ id }) => update(owner, id, { key: 'same-key' })))
  t.is(results.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const result of results) if (result.status === 'rejected') t.is(result.reason.code, 'conflict')
})

test('linkRetentionCleanupDisabledAt can be set and cleared', async (t) => {
  const owner = await testMember(service)
  const link = await create(owner)
  t.is(
    (await update(owner, link.id, { linkRetentionCleanupDisabledAt: '2031-01-01' })).linkRetentionCleanupDisabledAt,
    '2031-01-01T00:00:00.000Z',
  )
  t.is((await update(owner, link.id, { linkRetentionCleanupDisabledAt: null })).linkRetentionCleanupDisabledAt, null)
})
