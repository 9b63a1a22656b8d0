/** The official client, as its users have it: only its server address is changed. It parses every answer strictly. */
import test from 'ava'
import { Dub } from 'dub'
import { type TestApi, testApi } from '../support/api.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api?.close())

const mounts = ['', '/api']
const groups = ['links', 'tags', 'folders', 'domains', 'qrCodes'] as const
const asked = new Set<string>()
const operationsOf = (group: object) => Object.getOwnPropertyNames(Object.getPrototypeOf(group)).filter((name) => name !== 'constructor')

async function client(mount: string) {
  const caller = await api.make.caller()
  const dub = new Dub({ token: caller.key, serverURL: api.url + mount })
  for (const name of groups) note(mount, name, dub[name])
  return { ...caller, dub }
}

/** Takes note of what is asked for. */
function note(mount: string, name: string, group: object): void {
  for (const operation of operationsOf(group)) {
    const ask = Reflect.get(group, operation) as (...values: unknown[]) => unknown
    Object.defineProperty(group, operation, {
      value: (...values: unknown[]) => (asked.add(`${mount} ${name}.${operation}`), ask.apply(group, values)),
    })
  }
}

test.after('every operation of links, tags, folders, domains and QR codes was asked for, at both places', (t) => {
  const dub = new Dub({ token: 'x' })
  const all = mounts.flatMap((mount) =>
    groups.flatMap((name) => operationsOf(dub[name]).map((operation) => `${mount} ${name}.${operation}`)),
  )
  t.true(all.length >= 2 * 25)
  t.deepEqual(
    all.filter((one) => !asked.has(one)),
    [],
  )
})

for (const mount of mounts) {
  const at = `with the service at ${mount || 'the root'}`

  test(`the client creates a link with everything that a link can have, ${at}`, async (t) => {
    const { dub, workspace } = await client(mount)
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

  test(`the client finds, counts, changes and deletes what it created, ${at}`, async (t) => {
    const { dub } = await client(mount)
    const { id, domain, key } = await dub.links.create({ url: 'https://example.com/page' })
    t.is((await dub.links.get({ linkId: id })).id, id)
    t.is((await dub.links.get({ domain, key })).id, id)
    t.is(await dub.links.count({}), 1)
    t.is((await dub.links.update(id, { url: 'https://example.com/other', archived: true })).url, 'https://example.com/other')
    t.deepEqual(await dub.links.delete(id), { id })
    t.is(await dub.links.count({}), 0)
  })

  test(`the client walks through all pages of a list, ${at}`, async (t) => {
    const { dub, workspace } = await client(mount)
    for (let made = 0; made < 5; made += 1) await api.make.link(workspace)
    const found: string[] = []
    for await (const { result } of await dub.links.list({ pageSize: 2 })) found.push(...result.map(({ id }) => id))
    t.is(new Set(found).size, 5)
  })

  test(`the client creates, changes and deletes many, and reads what was refused, ${at}`, async (t) => {
    const { dub, workspace } = await client(mount)
    const made = await dub.links.createMany([
      { url: 'https://example.com/a', tagNames: [] },
      { url: 'no address' },
      { url: 'https://example.com/b', externalId: 'mine' },
    ])
    t.deepEqual(
      made.map((one) => ('error' in one ? one.code : one.url)),
      ['https://example.com/a', 'https://example.com/b', 'unprocessable_entity'],
    )
    const linkIds = made.flatMap((one) => ('id' in one ? [one.id] : []))
    const changed = await dub.links.updateMany({ linkIds, data: { archived: true, utmSource: 'letter' } })
    t.deepEqual(
      changed.map(({ archived, utmSource, workspaceId }) => [archived, utmSource, workspaceId]),
      linkIds.map(() => [true, 'letter', workspace.id]),
    )
    t.is((await dub.links.updateMany({ externalIds: ['ext_mine'], data: { comments: 'again' } }))[0]?.comments, 'again')
    t.deepEqual(await dub.links.deleteMany({ linkIds }), { deletedCount: 2 })
  })

  test(`the client gets a QR code, ${at}`, async (t) => {
    const { dub } = await client(mount)
    const picture = await dub.qrCodes.get({ url: 'https://short.example/x', size: 200, level: 'H', fgColor: '#112233', hideLogo: true })
    t.true(picture.includes('PNG'))
  })

  test(`the client upserts: the second call changes the link of the first, ${at}`, async (t) => {
    const { dub } = await client(mount)
    const first = await dub.links.upsert({ url: 'https://example.com/page' })
    const second = await dub.links.upsert({ url: 'https://example.com/page', comments: 'again' })
    t.is(second.id, first.id)
    t.is(second.comments, 'again')
  })

  test(`the client knows the errors of the service as its own, ${at}`, async (t) => {
    const { dub, workspace } = await client(mount)
    await t.throwsAsync(dub.links.get({ linkId: 'link_nothing' }), { name: 'NotFound' })
    await t.throwsAsync(dub.links.create({ url: 'https://example.com/page', utmSource: 'x'.repeat(256) }), { name: 'UnprocessableEntity' })
    await dub.links.create({ url: 'https://example.com/page', key: workspace.slug })
    await t.throwsAsync(dub.links.create({ url: 'https://example.com/page', key: workspace.slug }), { name: 'Conflict' })
    await t.throwsAsync(new Dub({ token: 'svc_nobodyHasThisKey1234', serverURL: api.url + mount }).links.count({}), {
      name: 'Unauthorized',
    })
  })

  test(`the client keeps tags, ${at}`, async (t) => {
    const { dub } = await client(mount)
    const tag = await dub.tags.create({ name: 'Spring', color: 'green' })
    t.deepEqual(await dub.tags.list({}), [tag])
    t.is((await dub.tags.update(tag.id, { color: 'red' })).color, 'red')
    await t.throwsAsync(dub.tags.create({ name: 'spring' }), { name: 'Conflict' })
    t.deepEqual(await dub.tags.delete(tag.id), { id: tag.id })
    t.deepEqual(await dub.tags.list({}), [])
  })

  test(`the client keeps folders, ${at}`, async (t) => {
    const { dub } = await client(mount)
    const folder = await dub.folders.create({ name: 'Spring', accessLevel: null })
    t.deepEqual(await dub.folders.list({}), [folder])
    t.is((await dub.folders.update(folder.id, { name: 'May' })).name, 'May')
    t.deepEqual(await dub.folders.delete(folder.id), { id: folder.id })
    await t.throwsAsync(dub.folders.delete(folder.id), { name: 'NotFound' })
  })

  test(`the client keeps domains, ${at}`, async (t) => {
    const { dub, workspace } = await client(mount)
    const slug = `go.${workspace.slug}.example`
    const domain = await dub.domains.create({ slug, assetLinks: '[]' })
    t.like(domain, { slug, primary: true, verified: false, assetLinks: '[]', registeredDomain: null })
    const found: string[] = []
    for await (const { result } of await dub.domains.list({ pageSize: 1 })) found.push(...result.map((one) => one.slug))
    t.deepEqual(found, [slug])
    t.is((await dub.domains.update(slug, { expiredUrl: 'https://example.com/late' })).expiredUrl, 'https://example.com/late')
    await t.throwsAsync(dub.domains.register({ domain: 'acme.link' }), { name: 'Forbidden' })
    await t.throwsAsync(dub.domains.checkStatus({ domains: 'acme.link' }), { name: 'Forbidden' })
    t.deepEqual(await dub.domains.delete(slug), { slug })
  })
}
