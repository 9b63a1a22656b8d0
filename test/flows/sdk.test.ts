/** The official client with only the server address changed. It validates every response strictly. */
import test from 'ava'
import { Dub } from 'dub'
import { type TestApi, testApi } from '../support/api.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api?.close())

const basePaths = ['', '/api']
const groups = ['links', 'tags', 'folders', 'domains', 'qrCodes'] as const
const calledOperations = new Set<string>()
const operationsOf = (group: object) => Object.getOwnPropertyNames(Object.getPrototypeOf(group)).filter((name) => name !== 'constructor')

async function client(basePath: string) {
  const caller = await api.make.caller()
  const dub = new Dub({ token: caller.key, serverURL: api.url + basePath })
  for (const name of groups) recordCalls(basePath, name, dub[name])
  return { ...caller, dub }
}

/** Wraps the operations of a group to record each call. */
function recordCalls(basePath: string, name: string, group: object): void {
  for (const operation of operationsOf(group)) {
    const call = Reflect.get(group, operation) as (...values: unknown[]) => unknown
    Object.defineProperty(group, operation, {
      value: (...values: unknown[]) => (calledOperations.add(`${basePath} ${name}.${operation}`), call.apply(group, values)),
    })
  }
}

test.after('the tests call every operation of links, tags, folders, domains and QR codes at both base paths', (t) => {
  const dub = new Dub({ token: 'x' })
  const operations = basePaths.flatMap((basePath) =>
    groups.flatMap((name) => operationsOf(dub[name]).map((operation) => `${basePath} ${name}.${operation}`)),
  )
  t.true(operations.length >= 2 * 25)
  t.deepEqual(
    operations.filter((operation) => !calledOperations.has(operation)),
    [],
  )
})

for (const basePath of basePaths) {
  const suffix = `with the base path ${basePath || '/'}`

  test(`the client creates a link with all fields, ${suffix}`, async (t) => {
    const { dub, workspace } = await client(basePath)
    const [tag, folder] = await Promise.all([api.make.tag(workspace), api.make.folder(workspace)])
    const link = await dub.links.create({
      url: 'https://example.com/page',
      externalId: '42',
      tagIds: [tag.id],
      folderId: folder.id,
      comments: 'Spring',
      expiresAt: '2030-01-01T00:00:00.000Z',
      expiredUrl: 'https://example.com/late',
      password: 'secret',
      proxy: true,
      title: 'A title',
      description: 'A text',
      image: 'https://example.com/image.png',
      ios: 'https://example.com/ios',
      android: 'https://example.com/android',
      geo: { US: 'https://example.com/us' },
      doIndex: true,
      utmSource: 'mail',
      trackConversion: true,
      testVariants: [
        { url: 'https://example.com/a', percentage: 50 },
        { url: 'https://example.com/b', percentage: 50 },
      ],
      testStartedAt: new Date().toISOString(),
      testCompletedAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
    t.is(link.externalId, '42')
    t.deepEqual(link.tags, [{ id: tag.id, name: tag.name, color: tag.color }])
    t.is(link.utmSource, 'mail')
    t.is(link.workspaceId, workspace.id)
    t.deepEqual(link.geo, { US: 'https://example.com/us' })
    t.is(link.testVariants?.length, 2)
  })

  test(`the client retrieves, counts, updates and deletes a link, ${suffix}`, async (t) => {
    const { dub } = await client(basePath)
    const { id, domain, key } = await dub.links.create({ url: 'https://example.com/page' })
    t.is((await dub.links.get({ linkId: id })).id, id)
    t.is((await dub.links.get({ domain, key })).id, id)
    t.is(await dub.links.count({}), 1)
    t.is((await dub.links.update(id, { url: 'https://example.com/other', archived: true })).url, 'https://example.com/other')
    t.deepEqual(await dub.links.delete(id), { id })
    t.is(await dub.links.count({}), 0)
  })

  test(`the client lists all pages, ${suffix}`, async (t) => {
    const { dub, workspace } = await client(basePath)
    for (let count = 0; count < 5; count += 1) await api.make.link(workspace)
    const found: string[] = []
    for await (const { result } of await dub.links.list({ pageSize: 2 })) found.push(...result.map(({ id }) => id))
    t.is(new Set(found).size, 5)
  })

  test(`the client creates, updates and deletes links in bulk and parses errors, ${suffix}`, async (t) => {
    const { dub, workspace } = await client(basePath)
    const created = await dub.links.createMany([
      { url: 'https://example.com/a', tagNames: [] },
      { url: 'invalid' },
      { url: 'https://example.com/b', externalId: 'mine' },
    ])
    t.deepEqual(
      created.map((result) => ('error' in result ? result.code : result.url)),
      ['https://example.com/a', 'https://example.com/b', 'unprocessable_entity'],
    )
    const linkIds = created.flatMap((result) => ('id' in result ? [result.id] : []))
    const updated = await dub.links.updateMany({ linkIds, data: { archived: true, utmSource: 'newsletter' } })
    t.deepEqual(
      updated.map(({ archived, utmSource, workspaceId }) => [archived, utmSource, workspaceId]),
      linkIds.map(() => [true, 'newsletter', workspace.id]),
    )
    t.is((await dub.links.updateMany({ externalIds: ['ext_mine'], data: { comments: 'again' } }))[0]?.comments, 'again')
    t.deepEqual(await dub.links.deleteMany({ linkIds }), { deletedCount: 2 })
  })

  test(`the client retrieves a QR code, ${suffix}`, async (t) => {
    const { dub } = await client(basePath)
    const image = await dub.qrCodes.get({ url: 'https://short.example/x', size: 200, level: 'H', fgColor: '#112233', hideLogo: true })
    t.true(image.includes('PNG'))
  })

  test(`the client upserts a link: the second call updates the first link, ${suffix}`, async (t) => {
    const { dub } = await client(basePath)
    const first = await dub.links.upsert({ url: 'https://example.com/page' })
    const second = await dub.links.upsert({ url: 'https://example.com/page', comments: 'again' })
    t.is(second.id, first.id)
    t.is(second.comments, 'again')
  })

  test(`the client maps error responses to its error classes, ${suffix}`, async (t) => {
    const { dub, workspace } = await client(basePath)
    await t.throwsAsync(dub.links.get({ linkId: 'link_unknown' }), { name: 'NotFound' })
    await t.throwsAsync(dub.links.create({ url: 'https://example.com/page', utmSource: 'x'.repeat(256) }), { name: 'UnprocessableEntity' })
    await dub.links.create({ url: 'https://example.com/page', key: workspace.slug })
    await t.throwsAsync(dub.links.create({ url: 'https://example.com/page', key: workspace.slug }), { name: 'Conflict' })
    await t.throwsAsync(new Dub({ token: 'svc_unknownKey1234567890', serverURL: api.url + basePath }).links.count({}), {
      name: 'Unauthorized',
    })
  })

  test(`the client manages tags, ${suffix}`, async (t) => {
    const { dub } = await client(basePath)
    const tag = await dub.tags.create({ name: 'Spring', color: 'green' })
    t.deepEqual(await dub.tags.list({}), [tag])
    t.is((await dub.tags.update(tag.id, { color: 'red' })).color, 'red')
    await t.throwsAsync(dub.tags.create({ name: 'spring' }), { name: 'Conflict' })
    t.deepEqual(await dub.tags.delete(tag.id), { id: tag.id })
    t.deepEqual(await dub.tags.list({}), [])
  })

  test(`the client manages folders, ${suffix}`, async (t) => {
    const { dub } = await client(basePath)
    const folder = await dub.folders.create({ name: 'Spring', accessLevel: null })
    t.deepEqual(await dub.folders.list({}), [folder])
    t.is((await dub.folders.update(folder.id, { name: 'May' })).name, 'May')
    t.deepEqual(await dub.folders.delete(folder.id), { id: folder.id })
    await t.throwsAsync(dub.folders.delete(folder.id), { name: 'NotFound' })
  })

  test(`the client manages domains, ${suffix}`, async (t) => {
    const { dub, workspace } = await client(basePath)
    const slug = `go.${workspace.slug}.example`
    const domain = await dub.domains.create({ slug, assetLinks: '[]' })
    t.like(domain, { slug, primary: true, verified: false, assetLinks: '[]', registeredDomain: null })
    const found: string[] = []
    for await (const { result } of await dub.domains.list({ pageSize: 1 })) found.push(...result.map(({ slug: name }) => name))
    t.deepEqual(found, [slug])
    t.is((await dub.domains.update(slug, { expiredUrl: 'https://example.com/late' })).expiredUrl, 'https://example.com/late')
    await t.throwsAsync(dub.domains.register({ domain: 'acme.link' }), { name: 'Forbidden' })
    await t.throwsAsync(dub.domains.checkStatus({ domains: 'acme.link' }), { name: 'Forbidden' })
    t.deepEqual(await dub.domains.delete(slug), { slug })
  })
}
