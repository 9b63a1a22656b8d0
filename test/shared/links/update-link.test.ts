import test from 'ava'
import { findLinkInfo, updateLink } from '../../../shared/links/index.js'
import { type Change, create, update } from '../../support/links.js'
import { hearing, newsOf } from '../../support/news.js'
import { person } from '../../support/scope.js'
import { testService, type TestService } from '../../support/service.js'
import { until } from '../../support/until.js'

let service: TestService
test.before(async () => {
  service = await testService()
  await service.make.domain(null, { slug: 'localhost' })
})
test.after.always(() => service.close())

test('what was said changes, by id or by external id, and the rest stays', async (t) => {
  const who = await person(service, hearing)
  const link = await create(who, { externalId: 'mine', title: 'Title', comments: 'kept', tagNames: [] })
  const changed = await update(who, link.id, { title: 'Other', archived: true })
  t.deepEqual({ ...changed, updatedAt: '' }, { ...link, title: 'Other', archived: true, updatedAt: '' })
  t.is((await update(who, 'ext_MINE', { archived: false })).archived, false)
  t.deepEqual(await newsOf(service.resources.database.pool, who.workspace), [
    ['link.created', link.id],
    ['link.updated', link.id],
    ['link.updated', link.id],
  ])
})

test('what is null is cleared, what is absent is kept', async (t) => {
  const who = await person(service)
  const said = {
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
  const link = await create(who, said)
  t.deepEqual({ ...(await update(who, link.id, { title: 'x' })), updatedAt: '' }, { ...link, title: 'x', updatedAt: '' })
  const cleared = await update(who, link.id, {
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
    'a new address keeps the campaign',
    { url: 'https://new.example.com/p' },
    'https://new.example.com/p?utm_source=mail&utm_medium=letter',
    'mail',
  ],
  ['a campaign field edits the address', { utm_source: 'web' }, 'https://example.com/?utm_source=web&utm_medium=letter', 'web'],
  ['an empty field removes its parameter', { utm_source: '' }, 'https://example.com/?utm_medium=letter', null],
  ['null removes the parameter', { utm_source: null }, 'https://example.com/?utm_medium=letter', null],
  [
    'a new address and a field go together',
    { url: 'https://new.example.com', utm_source: 'web' },
    'https://new.example.com/?utm_source=web&utm_medium=letter',
    'web',
  ],
  [
    "a new address's own campaign wins over the old one",
    { url: 'https://new.example.com/?utm_source=own' },
    'https://new.example.com/?utm_source=own&utm_medium=letter',
    'own',
  ],
]
for (const [title, change, url, source] of campaignCases) {
  test(`campaign: ${title}`, async (t) => {
    const who = await person(service)
    const link = await create(who, { url: 'https://example.com', utm_source: 'mail', utm_medium: 'letter' })
    t.like(await update(who, link.id, change), { url, utm_source: source, utm_medium: 'letter' })
  })
}

test('ref lives in the address only, and a new address does not take it along', async (t) => {
  const who = await person(service)
  const link = await create(who, { url: 'https://example.com', ref: 'friend' })
  t.is(link.url, 'https://example.com/?ref=friend')
  t.is((await update(who, link.id, { url: 'https://new.example.com/x' })).url, 'https://new.example.com/x')
})

test('a change that changes nothing is answered with the whole link, and nobody is told', async (t) => {
  const who = await person(service, hearing)
  const tag = await service.make.tag(who.workspace)
  const link = await create(who, {
    tagIds: [tag.id],
    geo: { US: 'https://u.example.com', DE: 'https://d.example.com' },
    expiresAt: '2031-01-01',
  })
  t.deepEqual(
    await update(who, link.id, {
      url: link.url,
      geo: { DE: 'https://d.example.com', US: 'https://u.example.com' },
      tagIds: [tag.id],
      expiresAt: '2031-01-01T00:00:00Z',
    }),
    link,
  )
  t.deepEqual(await update(who, link.id, {}), link)
  t.deepEqual(await newsOf(service.resources.database.pool, who.workspace), [['link.created', link.id]])
})

test('a key can change; it must be free, and a change of case only is no new key', async (t) => {
  const who = await person(service)
  const [link, rival] = [await create(who, { key: 'moves' }), await create(who, { key: 'rival' })]
  t.like(await update(who, link.id, { key: 'Moves' }), { key: 'Moves', shortLink: 'http://localhost:3000/Moves' })
  await t.throwsAsync(update(who, link.id, { key: 'RIVAL' }), { code: 'conflict' })
  await t.throwsAsync(update(who, link.id, { key: 'api' }), { code: 'conflict' })
  await t.throwsAsync(update(who, link.id, { key: 'a b' }), { code: 'unprocessable_entity' })
  t.is((await update(who, link.id, { key: 'elsewhere' })).key, 'elsewhere')
  t.is((await update(who, rival.id, { key: 'moves' })).key, 'moves')
})

test('an external id can change and must be free', async (t) => {
  const who = await person(service)
  const [link] = [await create(who, { externalId: 'a' }), await create(who, { externalId: 'b' })]
  t.is((await update(who, link.id, { externalId: 'A' })).externalId, 'A')
  await t.throwsAsync(update(who, link.id, { externalId: 'B' }), { code: 'conflict', message: /externalId/ })
})

test('a link can move to another domain of the workspace, and to no other', async (t) => {
  const [who, other] = await Promise.all([person(service), person(service)])
  const [own, foreign] = await Promise.all([service.make.domain(who.workspace), service.make.domain(other.workspace)])
  const link = await create(who, { key: 'wanderer' })
  t.like(await update(who, link.id, { domain: own.slug }), { domain: own.slug, key: 'wanderer', shortLink: `https://${own.slug}/wanderer` })
  await t.throwsAsync(update(who, link.id, { domain: foreign.slug }), { code: 'forbidden' })
  await t.notThrowsAsync(create(who, { key: 'wanderer' }))
})

test('both places of a link that moved are forgotten', async (t) => {
  const who = await person(service)
  const told: string[] = []
  const stop = await service.resources.store.subscribe('links.changed', (message) => void told.push(message))
  const link = await create(who, { key: 'old-place' })
  await update(who, link.id, { key: 'new-place' })
  await until(() => told.includes('[["localhost","old-place"],["localhost","new-place"]]'))
  t.pass()
  await stop()
})

test('the link of a bare domain keeps its place', async (t) => {
  const who = await person(service)
  const { slug: domain } = await service.make.domain(who.workspace)
  const root = await create(who, { domain, key: '_root', url: '' })
  t.like(await update(who, root.id, { domain: 'localhost', key: 'moved', url: 'https://example.com' }), {
    domain,
    key: '_root',
    url: 'https://example.com',
  })
  t.is((await update(who, root.id, { url: '' })).url, '')
  const link = await create(who, { domain })
  await t.throwsAsync(update(who, link.id, { url: '' }), { code: 'bad_request' })
})

test('tags are replaced as a whole, and an empty list clears them', async (t) => {
  const who = await person(service)
  const [a, b] = await Promise.all([service.make.tag(who.workspace), service.make.tag(who.workspace)])
  const link = await create(who, { tagIds: [a.id] })
  const ids = async (change: Change) => (await update(who, link.id, change)).tags?.map(({ id }) => id)
  t.deepEqual(await ids({ tagIds: [b.id, a.id] }), [b.id, a.id])
  t.deepEqual(await ids({ tagIds: [a.id, b.id] }), [a.id, b.id])
  t.deepEqual(await ids({ tagNames: b.name.toUpperCase() }), [b.id])
  t.deepEqual(await ids({ tagId: null }), [])
  t.deepEqual(await ids({ tagId: a.id }), [a.id])
  t.deepEqual(await ids({ tagIds: [] }), [])
  await t.throwsAsync(update(who, link.id, { tagIds: ['tag_x'] }), { code: 'unprocessable_entity' })
})

test('after a downgrade a link that uses a paid feature can only be changed to use it no more', async (t) => {
  const who = await person(service)
  const link = await create(who, { password: 'x' })
  await service.resources.database.pool.query("update workspaces set plan = 'free' where id = $1", [who.workspace.id])
  await t.throwsAsync(update(who, link.id, { title: 'x' }), { code: 'forbidden', message: /password/ })
  t.is((await update(who, link.id, { password: null, title: 'x' })).title, 'x')
})

test('unknown programs and webhooks are refused; what a link has stays', async (t) => {
  const who = await person(service)
  const { id } = await service.make.link(who.workspace, { domain: 'localhost', programId: 'prog_1', partnerId: 'pn_1' })
  await t.throwsAsync(update(who, id, { programId: 'prog_2' }), { code: 'not_found' })
  await t.throwsAsync(update(who, id, { webhookIds: ['wh_1'] }), { code: 'unprocessable_entity' })
  t.like(await update(who, id, { title: 'x', webhookIds: [] }), { programId: 'prog_1', partnerId: 'pn_1' })
})

test('a counter that grows meanwhile is not set back', async (t) => {
  const who = await person(service)
  const { id } = await create(who)
  await who.act(async (scope) => {
    t.is((await findLinkInfo(scope, { linkId: id })).clicks, 0)
    await service.resources.database.pool.query('update links set clicks = clicks + 5 where id = $1', [id])
    await updateLink(scope, id, { title: 'x' })
  })
  t.like(await update(who, id, {}), { title: 'x', clicks: 5 })
})

test('changes at once come one after the other: none is lost', async (t) => {
  const who = await person(service)
  const link = await create(who, { url: 'https://example.com' })
  await Promise.all([
    update(who, link.id, { utm_source: 'a' }),
    update(who, link.id, { utm_medium: 'b' }),
    update(who, link.id, { utm_campaign: 'c' }),
    update(who, link.id, { title: 'd' }),
  ])
  t.like(await update(who, link.id, {}), { utm_source: 'a', utm_medium: 'b', utm_campaign: 'c', title: 'd' })
})

test('of two links that take one key at once, one gets it', async (t) => {
  const who = await person(service)
  const links = await Promise.all([create(who), create(who), create(who)])
  const results = await Promise.allSettled(links.map(({ id }) => update(who, id, { key: 'prize' })))
  t.is(results.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const one of results) if (one.status === 'rejected') t.is(one.reason.code, 'conflict')
})

test('retention is told to spare a link, or not to', async (t) => {
  const who = await person(service)
  const link = await create(who)
  t.is(
    (await update(who, link.id, { linkRetentionCleanupDisabledAt: '2031-01-01' })).linkRetentionCleanupDisabledAt,
    '2031-01-01T00:00:00.000Z',
  )
  t.is((await update(who, link.id, { linkRetentionCleanupDisabledAt: null })).linkRetentionCleanupDisabledAt, null)
})
