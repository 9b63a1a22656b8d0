import test from 'ava'
import type { Plan } from '../../../shared/accounts/index.js'
import type { ErrorCode } from '../../../shared/kernel/errors.js'
import { createLink, createLinkBodySchema, LinkSchema } from '../../../shared/links/index.js'
import { type Body, create } from '../../support/links.js'
import { hearing, newsOf } from '../../support/news.js'
import { nobody, person } from '../../support/scope.js'
import { testService, type TestService } from '../../support/service.js'
import { until } from '../../support/until.js'

let service: TestService
test.before(async () => {
  service = await testService({ BASE_URL: 'http://localhost:3000', RESERVED_KEYS: 'promo', BLOCKED_HOSTS: 'bad.example' })
  await service.make.domain(null, { slug: 'localhost' })
})
test.after.always(() => service.close())

const refused = (code: ErrorCode, message?: RegExp) => ({ code, ...(message ? { message } : {}) })

test('a link needs an address only: the rest has defaults, and the key is drawn', async (t) => {
  const who = await person(service)
  const link = await create(who, { url: 'https://example.com/?a=b' })
  t.regex(link.key, /^[0-9A-Za-z]{7}$/)
  t.like(link, {
    domain: 'localhost',
    url: 'https://example.com/?a=b',
    shortLink: `http://localhost:3000/${link.key}`,
    qrCode: `http://localhost:3000/qr?url=http://localhost:3000/${link.key}?qr=1`,
    userId: who.user.id,
    workspaceId: who.workspace.id,
    projectId: who.workspace.id,
    archived: false,
    trackConversion: false,
    externalId: null,
    geo: null,
    expiresAt: null,
    password: null,
    tags: [],
    tagId: null,
    folderId: null,
    utm_source: null,
    testVariants: null,
    clicks: 0,
    leads: 0,
    conversions: 0,
    sales: 0,
    saleAmount: 0,
    lastClicked: null,
    webhookIds: [],
    identifier: null,
    linkRetentionCleanupDisabledAt: null,
  })
  t.notThrows(() => LinkSchema.parse(link))
})

test('everything that can be said about a link comes back', async (t) => {
  const who = await person(service)
  const said = {
    key: 'Everything',
    externalId: 'ext_42',
    tenantId: 'tenant',
    trackConversion: true,
    archived: true,
    comments: 'note',
    expiresAt: '2031-05-06T07:08:09Z',
    expiredUrl: 'https://example.com/expired',
    password: 'pass word',
    proxy: true,
    title: 'Title',
    description: 'Words',
    image: 'https://cdn.example.com/a.png',
    video: 'https://cdn.example.com/a.mp4',
    rewrite: true,
    ios: 'https://apps.example.com/1',
    android: 'market://details?id=1',
    geo: { us: 'https://us.example.com', GB: 'https://gb.example.com' },
    doIndex: true,
    publicStats: true,
    testVariants: [
      { url: 'https://a.example.com', percentage: 30 },
      { url: 'https://b.example.com', percentage: 30 },
      { url: 'https://c.example.com', percentage: 40 },
    ],
    testStartedAt: '2031-01-01',
    testCompletedAt: '2031-02-01',
  }
  const link = await create(who, said)
  t.like(link, {
    ...said,
    externalId: '42',
    expiresAt: '2031-05-06T07:08:09.000Z',
    testStartedAt: '2031-01-01T00:00:00.000Z',
    testCompletedAt: '2031-02-01T00:00:00.000Z',
    geo: { US: 'https://us.example.com', GB: 'https://gb.example.com' },
  })
})

test('titles and descriptions are cut to what previews show', async (t) => {
  const link = await create(await person(service), { title: 'x'.repeat(130), description: 'y'.repeat(250) })
  t.is(link.title, `${'x'.repeat(117)}...`)
  t.is(link.description?.length, 240)
})

test('a random key has the length and the prefix that were asked for', async (t) => {
  const who = await person(service)
  t.is((await create(who, { keyLength: 12 })).key.length, 12)
  t.regex((await create(who, { prefix: '/go/', keyLength: 5 })).key, /^go\/[0-9A-Za-z]{5}$/)
  t.is((await create(who, { key: 'given-key', prefix: 'go' })).key, 'given-key')
})

test('campaign fields go into the address, and the columns repeat what the address says', async (t) => {
  const link = await create(await person(service), {
    url: 'https://example.com?utm_term=kept',
    utm_source: ' mail ',
    utm_campaign: 'x'.repeat(255),
    ref: 'friend',
    utm_medium: '',
  })
  t.is(link.url, `https://example.com/?utm_term=kept&utm_source=mail&utm_campaign=${'x'.repeat(255)}&ref=friend`)
  t.like(link, { utm_source: 'mail', utm_medium: null, utm_campaign: 'x'.repeat(255), utm_term: 'kept', utm_content: null })
})

test('keys are stored as their creator wrote them and taken without regard to case', async (t) => {
  const who = await person(service)
  t.is((await create(who, { key: 'Case-Kept' })).key, 'Case-Kept')
  await t.throwsAsync(create(who, { key: 'CASE-kept' }), refused('conflict'))
})

test('on a case-sensitive domain keys that differ in case are two links', async (t) => {
  const who = await person(service)
  const { slug: domain } = await service.make.domain(who.workspace, { caseSensitive: true })
  t.is((await create(who, { domain, key: 'abc' })).key, 'abc')
  t.is((await create(who, { domain, key: 'ABC' })).key, 'ABC')
  await t.throwsAsync(create(who, { domain, key: 'ABC' }), refused('conflict'))
})

test('keys beyond ASCII are kept in punycode, without accents on the shared domain', async (t) => {
  const who = await person(service)
  const { slug: domain } = await service.make.domain(who.workspace)
  t.is((await create(who, { domain, key: 'café' })).key, 'xn--caf-dma')
  t.is((await create(who, { key: 'cafétéria' })).key, 'cafeteria')
  t.is((await create(who, { domain, key: '한글' })).key, 'xn--bj0bj06e')
})

for (const [key, code] of [
  ['has blank', 'unprocessable_entity'],
  ['_hidden', 'unprocessable_entity'],
  ['index.php', 'unprocessable_entity'],
  ['.well-known/x', 'unprocessable_entity'],
  ['robots.txt', 'forbidden'],
  ['_root', 'forbidden'],
  ['api', 'conflict'],
  ['Links/mine', 'conflict'],
  ['promo', 'conflict'],
] as const) {
  test(`the key "${key}" is refused on the default domain with ${code}`, async (t) => {
    await t.throwsAsync(create(await person(service), { key }), refused(code))
  })
}

test('a workspace has its own domains to itself, and words of the service are free there', async (t) => {
  const [who, other] = await Promise.all([person(service), person(service)])
  const { slug: domain } = await service.make.domain(who.workspace)
  t.is((await create(who, { domain: domain.toUpperCase(), key: 'api' })).shortLink, `https://${domain}/api`)
  await t.throwsAsync(create(other, { domain }), refused('forbidden'))
  await t.throwsAsync(create(who, { domain: 'nobody-has.example' }), refused('forbidden'))
  await t.throwsAsync(create(who, { domain, key: 'favicon.ico' }), refused('forbidden'))
})

test('without a domain the primary one is taken', async (t) => {
  const who = await person(service)
  const { slug } = await service.make.domain(who.workspace, { primary: true })
  t.is((await create(who)).domain, slug)
})

test('the link of a bare domain may lead nowhere; any other needs an address', async (t) => {
  const who = await person(service)
  const { slug: domain } = await service.make.domain(who.workspace)
  const root = await create(who, { domain, key: '_root', url: '' })
  t.like(root, { key: '_root', url: '', shortLink: `https://${domain}` })
  await t.throwsAsync(create(who, { domain, url: '' }), refused('bad_request'))
})

for (const url of ['not a url', 'example', 'javascript:alert(1)', 'data:text/html,x']) {
  test(`the address "${url}" is refused`, async (t) => {
    await t.throwsAsync(create(await person(service), { url }), refused('unprocessable_entity'))
  })
}

test('hosts that the operator blocks are refused on the default domain only', async (t) => {
  const who = await person(service)
  await t.throwsAsync(create(who, { url: 'https://www.bad.example/x' }), refused('unprocessable_entity', /bad\.example/))
  await t.throwsAsync(create(who, { ios: 'https://bad.example' }), refused('unprocessable_entity'))
  const { slug: domain } = await service.make.domain(who.workspace)
  await t.notThrowsAsync(create(who, { domain, url: 'https://bad.example/x' }))
})

test('an external id is unique in its workspace without regard to case, and free in another', async (t) => {
  const [who, other] = await Promise.all([person(service), person(service)])
  await create(who, { externalId: 'Order-1' })
  await t.throwsAsync(create(who, { externalId: 'order-1' }), refused('conflict', /externalId/))
  await t.notThrowsAsync(create(other, { externalId: 'order-1' }))
})

test('tags are set by id or by name and keep the order in which they were given; ids win', async (t) => {
  const who = await person(service)
  const [a, b, c] = await Promise.all([
    service.make.tag(who.workspace, { name: 'Alpha' }),
    service.make.tag(who.workspace, { name: 'Beta' }),
    service.make.tag(who.workspace),
  ])
  const names = ({ tags }: { tags?: { name: string }[] | null }) => tags?.map(({ name }) => name)
  const byIds = await create(who, { tagIds: [b.id, a.id, b.id], tagNames: [c.name] })
  t.deepEqual(names(byIds), ['Beta', 'Alpha'])
  t.is(byIds.tagId, b.id)
  t.deepEqual(names(await create(who, { tagNames: 'beta, ALPHA' })), ['Beta', 'Alpha'])
  t.deepEqual(names(await create(who, { tagId: c.id })), [c.name])
})

test('unknown tags are named, and tags of another workspace are unknown', async (t) => {
  const [who, other] = await Promise.all([person(service), person(service)])
  const foreign = await service.make.tag(other.workspace)
  await t.throwsAsync(create(who, { tagIds: [foreign.id] }), refused('unprocessable_entity', new RegExp(foreign.id)))
  await t.throwsAsync(create(who, { tagNames: [foreign.name, 'nope'] }), refused('unprocessable_entity', /nope/))
})

test('programs and webhooks that do not exist are refused', async (t) => {
  const who = await person(service)
  await t.throwsAsync(create(who, { programId: 'prog_x' }), refused('not_found'))
  await t.throwsAsync(create(who, { webhookIds: ['wh_x'] }), refused('unprocessable_entity', /wh_x/))
  t.is((await create(who, { partnerId: 'pn_x' })).partnerId, 'pn_x')
})

test('a picture that was sent along needs a place to be kept; an address does not', async (t) => {
  const who = await person(service)
  await t.throwsAsync(create(who, { proxy: true, image: 'data:image/png;base64,AAAA' }), refused('bad_request', /object storage/))
  await t.throwsAsync(create(who, { proxy: true, image: 'http://cdn.example.com/a.png' }), refused('bad_request'))
  t.is((await create(who, { proxy: true, image: 'https://cdn.example.com/a.png' })).image, 'https://cdn.example.com/a.png')
  t.is((await create(who, { image: 'nonsense' })).image, null)
})

test('dates may be words; what cannot be understood is refused', async (t) => {
  const now = new Date('2031-03-10T10:00:00Z')
  const who = await person(service, { now: () => now })
  t.is((await create(who, { expiresAt: 'tomorrow 5pm' })).expiresAt, '2031-03-11T17:00:00.000Z')
  await t.throwsAsync(create(who, { expiresAt: 'no date' }), refused('unprocessable_entity', /expiresAt/))
  await t.throwsAsync(create(who, { testCompletedAt: 'no date' }), refused('unprocessable_entity', /testCompletedAt/))
})

test('an A/B test needs conversion tracking', async (t) => {
  const testVariants = [
    { url: 'https://a.example.com', percentage: 50 },
    { url: 'https://b.example.com', percentage: 50 },
  ]
  await t.throwsAsync(create(await person(service), { testVariants }), refused('unprocessable_entity'))
})

const beyondPlan: [Plan, Partial<Body>, RegExp][] = [
  ['free', { password: 'x' }, /Pro.*password/],
  ['free', { proxy: true, rewrite: true }, /Pro.*previews and link cloaking/],
  ['free', { expiresAt: 'tomorrow' }, /Pro.*expiration/],
  ['free', { ios: 'https://a.example.com' }, /Pro/],
  ['free', { geo: { US: 'https://a.example.com' } }, /Pro/],
  ['free', { doIndex: true }, /Pro/],
  ['free', { key: 'abc' }, /Pro/],
  ['free', { trackConversion: true, password: 'x' }, /Business/],
  ['pro', { trackConversion: true }, /Business/],
  ['pro', { webhookIds: ['wh_x'] }, /Business/],
]
for (const [plan, body, message] of beyondPlan) {
  test(`the plan ${plan} does not include ${JSON.stringify(body)}`, async (t) => {
    await t.throwsAsync(create(await person(service, { plan }), body), refused('forbidden', message))
  })
}

test('the plan free includes no folders and no root links', async (t) => {
  const who = await person(service, { plan: 'free' })
  const folder = await service.make.folder(who.workspace)
  const { slug: domain } = await service.make.domain(who.workspace)
  await t.throwsAsync(create(who, { folderId: folder.id }), refused('forbidden', /folders/))
  await t.throwsAsync(create(who, { domain, key: '_root' }), refused('forbidden'))
})

test('the quota is exact: of many who create at once no more succeed than are left', async (t) => {
  const who = await person(service, { plan: 'pro', linksLimit: 5, linksUsage: 2, totalLinks: 2 })
  const results = await Promise.allSettled(Array.from({ length: 12 }, () => create(who)))
  const failed = results.filter((one) => one.status === 'rejected')
  t.is(failed.length, 9)
  for (const { reason } of failed) t.is(reason.code, 'exceeded_limit')
  const { workspace } = await who.scope()
  t.like(workspace, { linksUsage: 5, totalLinks: 5 })
  t.is(
    await service.resources.database.pool
      .query('select 1 from links where workspace_id = $1', [workspace.id])
      .then(({ rowCount }) => rowCount),
    3,
  )
})

test('the plan enterprise is not limited', async (t) => {
  const who = await person(service, { linksLimit: 1, linksUsage: 1 })
  await t.notThrowsAsync(create(who))
})

test('of many who take one key at once, one gets it and the others are told', async (t) => {
  const [a, b] = await Promise.all([person(service), person(service)])
  const results = await Promise.allSettled(Array.from({ length: 16 }, (_, at) => create(at % 2 ? a : b, { key: 'wanted-by-all' })))
  t.is(results.filter((one) => one.status === 'fulfilled').length, 1)
  for (const one of results) if (one.status === 'rejected') t.is(one.reason.code, 'conflict')
})

test('a refused creation leaves nothing behind: no link, no count, no news', async (t) => {
  const who = await person(service, hearing)
  await t.throwsAsync(
    who.act(async (scope) => {
      await createLink(scope, createLinkBodySchema.parse({ url: 'https://example.com' }))
      throw new Error('later')
    }),
  )
  const { pool } = service.resources.database
  t.is((await pool.query('select 1 from links where workspace_id = $1', [who.workspace.id])).rowCount, 0)
  t.deepEqual(await newsOf(pool, who.workspace), [])
  t.is((await who.scope()).workspace.linksUsage, 0)
})

test('a creation is told of, and told to whoever remembers links', async (t) => {
  const who = await person(service, hearing)
  const told: string[] = []
  const stop = await service.resources.store.subscribe('links.changed', (message) => void told.push(message))
  const link = await create(who, { key: 'Announced' })
  t.deepEqual(await newsOf(service.resources.database.pool, who.workspace), [['link.created', link.id]])
  await until(() => told.includes('[["localhost","announced"]]'))
  t.pass()
  await stop()
})

test('somebody unknown may make ten links a day and address, on the default domain, without paid features', async (t) => {
  const act = nobody(service, '198.51.100.7')
  const make = (body: object = {}) => act((scope) => createLink(scope, createLinkBodySchema.parse({ url: 'https://example.com', ...body })))
  t.like(await make({ publicStats: true }), { userId: null, workspaceId: null, projectId: null, domain: 'localhost', publicStats: true })
  const { slug: domain } = await service.make.domain((await person(service)).workspace)
  for (const [body, code] of [
    [{ domain }, 'forbidden'],
    [{ password: 'x' }, 'forbidden'],
    [{ tagNames: ['x'] }, 'unprocessable_entity'],
    [{ folderId: 'fold_x' }, 'not_found'],
    [{ key: 'ab' }, 'forbidden'],
  ] as const) {
    await t.throwsAsync(make(body), refused(code))
  }
  for (let made = 6; made < 10; made++) await make()
  await t.throwsAsync(make(), refused('rate_limit_exceeded'))
  await t.notThrowsAsync(
    nobody(service, '198.51.100.8')((scope) => createLink(scope, createLinkBodySchema.parse({ url: 'https://example.com' }))),
  )
})
