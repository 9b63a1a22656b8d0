import test from 'ava'
import type { Plan } from '../../../shared/accounts/index.js'
import type { ErrorCode } from '../../../shared/kernel/errors.js'
import { createLink, createLinkBodySchema, LinkSchema } from '../../../shared/links/index.js'
import { anonymousCaller, testMember } from '../../support/callers.js'
import { type Body, create, update } from '../../support/links.js'
import { testService, type TestService } from '../../support/service.js'
import { waitUntil } from '../../support/wait-until.js'
import { subscribed, publishedEvents } from '../../support/webhook-events.js'

let service: TestService
test.before(async () => {
  service = await testService({ BASE_URL: 'http://localhost:3000', RESERVED_KEYS: 'promo', BLOCKED_HOSTS: 'bad.example' })
  await service.make.domain(null, { slug: 'localhost' })
})
test.after.always(() => service.close())

const errorWith = (code: ErrorCode, message?: RegExp) => ({ code, ...(message ? { message } : {}) })

test('url is the only required field: the other fields have defaults and the key is random', async (t) => {
  const owner = await testMember(service)
  const link = await create(owner, { url: 'https://example.com/?a=b' })
  t.regex(link.key, /^[0-9A-Za-z]{7}$/)
  t.like(link, {
    domain: 'localhost',
    url: 'https://example.com/?a=b',
    shortLink: `http://localhost:3000/${link.key}`,
    qrCode: `http://localhost:3000/qr?url=http://localhost:3000/${link.key}?qr=1`,
    userId: owner.user.id,
    workspaceId: owner.workspace.id,
    projectId: owner.workspace.id,
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

test('the response contains every field of the request', async (t) => {
  const owner = await testMember(service)
  const input = {
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
  const link = await create(owner, input)
  t.like(link, {
    ...input,
    externalId: '42',
    expiresAt: '2031-05-06T07:08:09.000Z',
    testStartedAt: '2031-01-01T00:00:00.000Z',
    testCompletedAt: '2031-02-01T00:00:00.000Z',
    geo: { US: 'https://us.example.com', GB: 'https://gb.example.com' },
  })
})

test('truncates titles and descriptions to the length that previews show', async (t) => {
  const link = await create(await testMember(service), { title: 'x'.repeat(130), description: 'y'.repeat(250) })
  t.is(link.title, `${'x'.repeat(117)}...`)
  t.is(link.description?.length, 240)
})

test('a random key has the requested length and prefix', async (t) => {
  const owner = await testMember(service)
  t.is((await create(owner, { keyLength: 12 })).key.length, 12)
  t.regex((await create(owner, { prefix: '/go/', keyLength: 5 })).key, /^go\/[0-9A-Za-z]{5}$/)
  t.is((await create(owner, { key: 'given-key', prefix: 'go' })).key, 'given-key')
})

test('adds campaign fields to the url and reads the utm columns from it', async (t) => {
  const link = await create(await testMember(service), {
    url: 'https://example.com?utm_term=kept',
    utm_source: ' mail ',
    utm_campaign: 'x'.repeat(255),
    ref: 'friend',
    utm_medium: '',
  })
  t.is(link.url, `https://example.com/?utm_term=kept&utm_source=mail&utm_campaign=${'x'.repeat(255)}&ref=friend`)
  t.like(link, { utm_source: 'mail', utm_medium: null, utm_campaign: 'x'.repeat(255), utm_term: 'kept', utm_content: null })
})

test('stores keys in the case of the request and compares them case-insensitively', async (t) => {
  const owner = await testMember(service)
  t.is((await create(owner, { key: 'Case-Kept' })).key, 'Case-Kept')
  await t.throwsAsync(create(owner, { key: 'CASE-kept' }), errorWith('conflict'))
})

test('keys that differ in case are different links on a case-sensitive domain', async (t) => {
  const owner = await testMember(service)
  const { slug: domain } = await service.make.domain(owner.workspace, { caseSensitive: true })
  t.is((await create(owner, { domain, key: 'abc' })).key, 'abc')
  t.is((await create(owner, { domain, key: 'ABC' })).key, 'ABC')
  await t.throwsAsync(create(owner, { domain, key: 'ABC' }), errorWith('conflict'))
})

test('stores non-ASCII keys as punycode and removes accents on shared domains', async (t) => {
  const owner = await testMember(service)
  const { slug: domain } = await service.make.domain(owner.workspace)
  t.is((await create(owner, { domain, key: 'café' })).key, 'xn--caf-dma')
  t.is((await create(owner, { key: 'cafétéria' })).key, 'cafeteria')
  t.is((await create(owner, { domain, key: '한글' })).key, 'xn--bj0bj06e')
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
  test(`rejects the key "${key}" on the default domain with ${code}`, async (t) => {
    await t.throwsAsync(create(await testMember(service), { key }), errorWith(code))
  })
}

test('only the owning workspace can use a custom domain, and reserved words are allowed there', async (t) => {
  const [owner, other] = await Promise.all([testMember(service), testMember(service)])
  const { slug: domain } = await service.make.domain(owner.workspace)
  t.is((await create(owner, { domain: domain.toUpperCase(), key: 'links' })).shortLink, `https://${domain}/links`)
  await t.throwsAsync(create(other, { domain }), errorWith('forbidden'))
  await t.throwsAsync(create(owner, { domain: 'unknown.example' }), errorWith('forbidden'))
  await t.throwsAsync(create(owner, { domain, key: 'favicon.ico' }), errorWith('forbidden'))
})

test('uses the primary domain by default', async (t) => {
  const owner = await testMember(service)
  const { slug } = await service.make.domain(owner.workspace, { primary: true })
  t.is((await create(owner)).domain, slug)
})

test('keys below api are reserved on every domain, because the API answers them', async (t) => {
  const owner = await testMember(service)
  const { slug: domain } = await service.make.domain(owner.workspace)
  for (const input of [{ key: 'api' }, { key: 'API' }, { key: '/api/' }, { key: 'Api/x' }, { prefix: 'api' }])
    await t.throwsAsync(create(owner, { domain, ...input }), errorWith('conflict', /reserved/), JSON.stringify(input))
  for (const key of ['apis', 'my/api', 'api-x']) t.is((await create(owner, { domain, key })).key, key)
})

test('only the link of a bare domain may have an empty url', async (t) => {
  const owner = await testMember(service)
  const { slug: domain } = await service.make.domain(owner.workspace)
  const root = await create(owner, { domain, key: '_root', url: '' })
  t.like(root, { key: '_root', url: '', shortLink: `https://${domain}` })
  await t.throwsAsync(create(owner, { domain, url: '' }), errorWith('bad_request'))
})

for (const url of ['not a url', 'example', 'javascript:alert(1)', 'data:text/html,x']) {
  test(`rejects the url "${url}"`, async (t) => {
    await t.throwsAsync(create(await testMember(service), { url }), errorWith('unprocessable_entity'))
  })
}

test('rejects blocked hosts on the default domain only', async (t) => {
  const owner = await testMember(service)
  await t.throwsAsync(create(owner, { url: 'https://www.bad.example/x' }), errorWith('unprocessable_entity', /bad\.example/))
  for (const field of ['ios', 'android', 'expiredUrl'])
    await t.throwsAsync(create(owner, { [field]: 'https://bad.example' }), errorWith('unprocessable_entity', /bad\.example/))
  const { slug: domain } = await service.make.domain(owner.workspace)
  await t.notThrowsAsync(create(owner, { domain, url: 'https://bad.example/x' }))
})

test('an external id is unique within its workspace, ignoring case', async (t) => {
  const [owner, other] = await Promise.all([testMember(service), testMember(service)])
  await create(owner, { externalId: 'Order-1' })
  await t.throwsAsync(create(owner, { externalId: 'order-1' }), errorWith('conflict', /externalId/))
  await t.notThrowsAsync(create(other, { externalId: 'order-1' }))
})

test('sets tags by id or by name in the order of the request; ids take precedence', async (t) => {
  const owner = await testMember(service)
  const [a, b, c] = await Promise.all([
    service.make.tag(owner.workspace, { name: 'Alpha' }),
    service.make.tag(owner.workspace, { name: 'Beta' }),
    service.make.tag(owner.workspace),
  ])
  const names = ({ tags }: { tags?: { name: string }[] | null }) => tags?.map(({ name }) => name)
  const byIds = await create(owner, { tagIds: [b.id, a.id, b.id], tagNames: [c.name] })
  t.deepEqual(names(byIds), ['Beta', 'Alpha'])
  t.is(byIds.tagId, b.id)
  t.deepEqual(names(await create(owner, { tagNames: 'beta, ALPHA' })), ['Beta', 'Alpha'])
  t.deepEqual(names(await create(owner, { tagId: c.id })), [c.name])
})

test('the error lists unknown tags, which include those of other workspaces', async (t) => {
  const [owner, other] = await Promise.all([testMember(service), testMember(service)])
  const foreign = await service.make.tag(other.workspace)
  await t.throwsAsync(create(owner, { tagIds: [foreign.id] }), errorWith('unprocessable_entity', new RegExp(foreign.id)))
  await t.throwsAsync(create(owner, { tagNames: [foreign.name, 'nope'] }), errorWith('unprocessable_entity', /nope/))
})

test('rejects unknown programs and webhooks', async (t) => {
  const owner = await testMember(service)
  await t.throwsAsync(create(owner, { programId: 'prog_x' }), errorWith('not_found'))
  await t.throwsAsync(create(owner, { webhookIds: ['wh_x'] }), errorWith('unprocessable_entity', /wh_x/))
})

test('a link of a partner without a program joins the default program, in which the partner must be enrolled', async (t) => {
  const owner = await testMember(service)
  const [partner, stranger] = [await service.make.partner(), await service.make.partner()]
  await t.throwsAsync(create(owner, { partnerId: partner.id }), errorWith('not_found', /not enrolled/))
  const program = await service.make.program(owner.workspace)
  await service.make.enrolment(program, partner)
  t.like(await create(owner, { partnerId: partner.id }), { programId: program.id, partnerId: partner.id })
  await t.throwsAsync(create(owner, { partnerId: stranger.id }), errorWith('not_found', /not enrolled/))
})

test('a link of a program belongs to the partner enrolled with its tenant id, and is in the folder of the program', async (t) => {
  const owner = await testMember(service)
  const [folder, other, partner] = [
    await service.make.folder(owner.workspace),
    await service.make.folder(owner.workspace),
    await service.make.partner(),
  ]
  const program = await service.make.program(owner.workspace, { defaultFolderId: folder.id })
  await service.make.enrolment(program, partner, { tenantId: 'tenant 1' })
  const programId = program.id
  const tenant = { programId, tenantId: 'tenant 1' }
  const link = await create(owner, tenant)
  t.like(link, { partnerId: partner.id, folderId: folder.id })
  t.like(await create(owner, { ...tenant, partnerId: null, folderId: other.id }), { partnerId: null, folderId: other.id })
  t.like(await create(owner, { ...tenant, tenantId: 'tenant 2', folderId: null }), { partnerId: null, folderId: null })
  const later = await create(owner)
  t.like(await update(owner, later.id, tenant), { partnerId: partner.id, folderId: null })
  t.like(await update(owner, link.id, { partnerId: null }), { programId, partnerId: null, folderId: folder.id })
})

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

test('rejects images that previews cannot show', async (t) => {
  const owner = await testMember(service)
  await t.throwsAsync(create(owner, { image: 'data:image/png;base64,AAAA' }), errorWith('unprocessable_entity', /not a PNG/))
  const tooLarge = Buffer.concat([pixel, Buffer.alloc(2 * 1024 * 1024)]).toString('base64')
  await t.throwsAsync(create(owner, { image: `data:image/png;base64,${tooLarge}` }), errorWith('unprocessable_entity', /2 MB/))
  await t.throwsAsync(create(owner, { proxy: true, image: 'http://cdn.example.com/a.png' }), errorWith('unprocessable_entity', /https/))
  t.is((await create(owner, { proxy: true, image: 'https://cdn.example.com/a.png' })).image, 'https://cdn.example.com/a.png')
  t.is((await create(owner, { image: 'nonsense' })).image, null)
})

test('accepts dates in words and rejects invalid dates', async (t) => {
  const now = new Date('2031-03-10T10:00:00Z')
  const owner = await testMember(service, { now: () => now })
  t.is((await create(owner, { expiresAt: 'tomorrow 5pm' })).expiresAt, '2031-03-11T17:00:00.000Z')
  await t.throwsAsync(create(owner, { expiresAt: 'invalid' }), errorWith('unprocessable_entity', /expiresAt/))
  await t.throwsAsync(create(owner, { testCompletedAt: 'invalid' }), errorWith('unprocessable_entity', /testCompletedAt/))
})

test('testVariants require trackConversion', async (t) => {
  const testVariants = [
    { url: 'https://a.example.com', percentage: 50 },
    { url: 'https://b.example.com', percentage: 50 },
  ]
  await t.throwsAsync(create(await testMember(service), { testVariants }), errorWith('unprocessable_entity'))
})

const paidFeatures: [Plan, Partial<Body>, RegExp][] = [
  ['free', { password: 'x' }, /Pro.*password/],
  ['free', { proxy: true, rewrite: true }, /Pro.*previews and link cloaking/],
  ['free', { expiresAt: 'tomorrow' }, /Pro.*expiration/],
  ['free', { ios: 'https://a.example.com' }, /Pro/],
  ['free', { geo: { US: 'https://a.example.com' } }, /Pro/],
  ['free', { doIndex: true }, /Pro/],
  ['free', { key: 'abc' }, /Pro/],
  ['free', { key: '/ab/' }, /Pro/],
  ['free', { key: 'xn--fiqs8s' }, /Pro/],
  ['free', { trackConversion: true, password: 'x' }, /Business/],
  ['pro', { trackConversion: true }, /Business/],
  ['pro', { webhookIds: ['wh_x'] }, /Business/],
]
for (const [plan, body, message] of paidFeatures) {
  test(`rejects ${JSON.stringify(body)} on the ${plan} plan`, async (t) => {
    await t.throwsAsync(create(await testMember(service, { plan }), body), errorWith('forbidden', message))
  })
}

test('a NUL character in a campaign parameter of the URL is kept there and not copied', async (t) => {
  const link = await create(await testMember(service), { url: 'https://example.com/?utm_source=a%00b&utm_medium=%00' })
  t.like(link, { url: 'https://example.com/?utm_source=a%00b&utm_medium=%00', utm_source: 'ab', utm_medium: null })
})

test('rejects folders and root links on the free plan', async (t) => {
  const owner = await testMember(service, { plan: 'free' })
  const folder = await service.make.folder(owner.workspace)
  const { slug: domain } = await service.make.domain(owner.workspace)
  await t.throwsAsync(create(owner, { folderId: folder.id }), errorWith('forbidden', /folders/))
  await t.throwsAsync(create(owner, { domain, key: '_root' }), errorWith('forbidden'))
})

test('concurrent creations never exceed the quota', async (t) => {
  const owner = await testMember(service, { plan: 'pro', linksLimit: 5, linksUsage: 2, totalLinks: 2 })
  const results = await Promise.allSettled(Array.from({ length: 12 }, () => create(owner)))
  const failed = results.filter((result) => result.status === 'rejected')
  t.is(failed.length, 9)
  for (const { reason } of failed) t.is(reason.code, 'forbidden')
  const { workspace } = await owner.scope()
  t.like(workspace, { linksUsage: 5, totalLinks: 5 })
  t.is(
    await service.resources.database.pool
      .query('select 1 from links where workspace_id = $1', [workspace.id])
      .then(({ rowCount }) => rowCount),
    3,
  )
})

test('a link limit that the operator set applies on the enterprise plan too', async (t) => {
  const owner = await testMember(service, { plan: 'enterprise', linksLimit: 1 })
  await t.notThrowsAsync(create(owner))
  t.like(await t.throwsAsync(create(owner)), { code: 'forbidden' })
})

test('of concurrent creations with the same key one succeeds and the others return conflict', async (t) => {
  const [a, b] = await Promise.all([testMember(service), testMember(service)])
  const results = await Promise.allSettled(Array.from({ length: 16 }, (_, index) => create(index % 2 ? a : b, { key: 'same-key' })))
  t.is(results.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const result of results) if (result.status === 'rejected') t.is(result.reason.code, 'conflict')
})

test('webhook events do not contain the password of a link', async (t) => {
  const owner = await testMember(service, subscribed)
  await create(owner, { password: 'sesame' })
  const { rows } = await service.resources.database.pool.query('select data from webhook_outbox where workspace_id = $1', [
    owner.workspace.id,
  ])
  t.is(rows.length, 1)
  t.is(rows[0].data.password, null)
  t.false(JSON.stringify(rows).includes('sesame'))
})

test('a failed creation stores no link, no usage and no webhook event', async (t) => {
  const owner = await testMember(service, subscribed)
  await t.throwsAsync(
    owner.run(async (scope) => {
      await createLink(scope, createLinkBodySchema.parse({ url: 'https://example.com' }))
      throw new Error('later')
    }),
  )
  const { pool } = service.resources.database
  t.is((await pool.query('select 1 from links where workspace_id = $1', [owner.workspace.id])).rowCount, 0)
  t.deepEqual(await publishedEvents(pool, owner.workspace), [])
  t.is((await owner.scope()).workspace.linksUsage, 0)
})

test('a creation publishes a webhook event and invalidates cached links', async (t) => {
  const owner = await testMember(service, subscribed)
  const messages: string[] = []
  const stop = await service.resources.store.subscribe('links.changed', (message) => void messages.push(message))
  const link = await create(owner, { key: 'Announced' })
  t.deepEqual(await publishedEvents(service.resources.database.pool, owner.workspace), [['link.created', link.id]])
  await waitUntil(() => messages.includes('[["localhost","announced"]]'))
  t.pass()
  await stop()
})

test('an anonymous caller can create ten links a day per address, on the default domain, without paid features', async (t) => {
  const run = anonymousCaller(service, '198.51.100.7')
  const make = (body: object = {}) => run((scope) => createLink(scope, createLinkBodySchema.parse({ url: 'https://example.com', ...body })))
  t.like(await make({ publicStats: true }), { userId: null, workspaceId: null, projectId: null, domain: 'localhost', publicStats: true })
  const { slug: domain } = await service.make.domain((await testMember(service)).workspace)
  for (const [body, code] of [
    [{ domain }, 'forbidden'],
    [{ password: 'x' }, 'forbidden'],
    [{ tagNames: ['x'] }, 'unprocessable_entity'],
    [{ folderId: 'fold_x' }, 'not_found'],
    [{ key: 'ab' }, 'forbidden'],
  ] as const) {
    await t.throwsAsync(make(body), errorWith(code))
  }
  for (let count = 6; count < 10; count++) await make()
  await t.throwsAsync(make(), errorWith('rate_limit_exceeded'))
  await t.notThrowsAsync(
    anonymousCaller(service, '198.51.100.8')((scope) => createLink(scope, createLinkBodySchema.parse({ url: 'https://example.com' }))),
  )
})
