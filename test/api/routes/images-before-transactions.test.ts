/** A slow bucket must not hold a transaction with its locks: images are stored before it begins. */
import { type IncomingMessage, type ServerResponse } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import { z } from 'zod'
import { tables } from '../../../api/routes/index.js'
import { testApi } from '../../support/api.js'
import { emailsTo, type SentEmail } from '../../support/emails.js'
import { runQueuedJobs } from '../../support/jobs.js'
import { loopbackServer } from '../../support/loopback-server.js'
import { objectStorage, type StoredObject } from '../../support/object-storage.js'
import { programOwner } from '../../support/program-owner.js'

const png = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg'
let images = 0
/** Of another content than all others, because a stored file is not stored again. */
const newImage = () => png + Buffer.from(`image ${images++}`).toString('base64')

/** An installation whose bucket counts the transactions that are open while it receives a file. */
async function withBucket(t: ExecutionContext, ofInterest = 'true') {
  const objects = new Map<string, StoredObject>()
  const open: number[] = []
  let countOpen: () => Promise<number> = async () => 0
  const storage = objectStorage(objects)
  const { origin } = await loopbackServer(t, (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'PUT') return storage(request, response)
    void (async () => {
      open.push(await countOpen())
      storage(request, response)
    })()
  })
  const credentials = { S3_ACCESS_KEY_ID: 'access', S3_SECRET_ACCESS_KEY: 'secret' }
  const api = await testApi({ S3_BUCKET: 'files', S3_ENDPOINT: origin, ...credentials, ALLOW_PRIVATE_TARGETS: 'true' })
  t.teardown(() => api.close())
  await api.make.domain(null, { slug: api.config.shortDomain })
  countOpen = async () =>
    (
      await api.resources.database.pool.query(
        `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%' and ${ofInterest}`,
      )
    ).rows.length
  return { api, objects, open }
}

test('no transaction is open while the images of a request are stored', async (t) => {
  const { api, open } = await withBucket(t)
  const { workspace, key } = await api.make.caller({ plan: 'enterprise', role: 'owner' })
  const { headers } = await api.make.session(await api.make.user())
  const [domain, own] = [await api.make.domain(workspace), await api.make.domain(workspace)]
  const { body: link } = await api.call('POST /links', { key, body: { url: 'https://example.com' } })
  const { body: program } = await api.call('POST /programs', {
    key,
    body: { name: 'Images', domain: own.slug, url: 'https://acme.example/', logo: newImage() },
  })
  const { body: partner } = await api.call('POST /partners', { key, body: { email: `one@${own.slug}`, image: newImage() } })
  const bySession = { headers }
  const byKey = { key }
  const account = await api.call('POST /partner-profile', { ...bySession, body: { name: 'Ada', country: 'DE' } })
  t.true(account.status < 300, JSON.stringify(account.body))
  const url = 'https://example.com'
  const requests: [string, object, object][] = [
    ['POST /links', { url, image: newImage() }, byKey],
    ['PUT /links/upsert', { url: `${url}/upsert`, image: newImage() }, byKey],
    [`PATCH /links/${link.id}`, { image: newImage() }, byKey],
    [`PUT /links/${link.id}`, { image: newImage() }, byKey],
    ['POST /links/bulk', [{ url, image: newImage() }], byKey],
    ['PATCH /links/bulk', { linkIds: [link.id], data: { image: newImage() } }, byKey],
    ['POST /domains', { slug: `new-${domain.slug}`, logo: newImage() }, byKey],
    [`PATCH /domains/${domain.slug}`, { logo: newImage() }, byKey],
    [`PATCH /workspaces/${workspace.id}`, { logo: newImage() }, byKey],
    [`PUT /workspaces/${workspace.id}`, { logo: newImage() }, byKey],
    ['POST /workspaces', { name: 'New', slug: `new-${workspace.slug}`, logo: newImage() }, bySession],
    ['PATCH /user', { image: newImage() }, bySession],
    ['PUT /user', { image: newImage() }, bySession],
    ['PATCH /partner-profile', { image: newImage() }, bySession],
    [`PATCH /programs/${program.id}`, { logo: newImage() }, byKey],
    ['PATCH /groups/default', { logo: newImage() }, byKey],
    ['PATCH /groups/default', { wordmark: newImage() }, byKey],
    ['POST /partners/links', { partnerId: partner.id, key: 'second', linkProps: { image: newImage() } }, byKey],
    ['POST /messages/attachments', { partnerId: partner.id, fileName: 'one.png', image: newImage() }, byKey],
    [`POST /programs/${program.id}/resources`, { resourceType: 'logo', name: 'Logo', file: newImage() }, byKey],
    ['POST /tokens/embed/referrals', { partner: { email: `two@${own.slug}`, image: newImage() } }, byKey],
  ]
  t.deepEqual(open.splice(0), [0, 0], 'POST /programs and POST /partners')
  for (const [operation, body, credentials] of requests) {
    const response = await api.call(operation, { ...credentials, body })
    t.true(response.status < 300, `${operation}: ${JSON.stringify(response.body)}`)
    t.deepEqual(open.splice(0), [0], operation)
    t.false(JSON.stringify(response.body).includes('data:image'), operation)
  }
})

test('no transaction is open while the images of an application are stored', async (t) => {
  const { api, open } = await withBucket(t)
  const { call, program } = await programOwner(api)
  const fields = [{ id: 'photo', label: 'Your photo', type: 'image-upload', required: true, data: {} }]
  await call(`PATCH /groups/${program.defaultGroupId}`, { applicationFormData: { fields } })
  const { headers } = await api.make.session(await api.make.user())
  const answers = () => [{ fieldId: 'photo', value: newImage() }]
  const guest = { programSlug: program.slug, name: 'Ada', email: 'ada@example.com' }
  const requests: [string, object, object][] = [
    ['POST /program-applications/submit', { ...guest, answers: answers() }, {}],
    ['POST /program-applications/apply', { programSlug: program.slug, answers: answers() }, { headers }],
    [`POST /auth/apply/${program.slug}/form`, { ...guest, 'answer-photo': newImage() }, {}],
  ]
  for (const [operation, body, credentials] of requests) {
    const response = await api.call(operation, { ...credentials, body })
    t.true(response.status < 300, `${operation}: ${JSON.stringify(response.body)}`)
    t.deepEqual(open.splice(0), [0], operation)
  }
})

test('no transaction is open while the images of a job are stored', async (t) => {
  // Another worker may be looking for a part, which locks nothing.
  const { api, open, objects } = await withBucket(t, 'backend_xid is not null')
  const { key } = await api.make.caller({ plan: 'enterprise', role: 'owner' })
  const start = async (operation: string, body: object) => {
    const response = await api.call(operation, { key, body, headers: { Prefer: 'respond-async' } })
    t.is(response.status, 202, JSON.stringify(response.body))
    await runQueuedJobs(api.resources)
    return (await api.call(`GET /jobs/${response.body.id}`, { key })).body
  }
  const url = 'https://example.com'
  const created = await start('POST /links/bulk', [
    { url, image: newImage() },
    { url },
    { url, image: 'data:image/png;base64,AAAA' },
    { url, password: 'x', image: newImage() },
  ])
  t.like(created, { state: 'completed', done: 3, failed: 1 })
  t.deepEqual(open.splice(0), [0, 0])
  const { body: links } = await api.call('GET /links', { key })
  t.is(links.filter(({ image }: { image: string | null }) => image).length, 2)
  const linkIds = links.map(({ id }: { id: string }) => id)
  t.like(await start('PATCH /links/bulk', { linkIds, data: { image: newImage() } }), { state: 'completed', done: 3, failed: 0 })
  t.deepEqual(open.splice(0), [0])
  const { body: changed } = await api.call(`GET /links/${linkIds[0]}`, { key })
  const [, name = ''] = /\/files\/(.+)$/.exec(changed.image) ?? []
  t.true(
    [...objects.keys()].some((path) => path.endsWith(`/${name}`)),
    changed.image,
  )

  const many = Array.from({ length: 600 }, (_, index) => (index % 200 === 0 ? { url, image: newImage() } : { url }))
  t.like(await start('POST /links/bulk', many), { state: 'completed', done: 600, failed: 0 })
  const { rows } = await api.resources.database.pool.query('select from links where image is not null')
  t.is(rows.length, 6)
})

test('no transaction is open while the files of an archive are stored', async (t) => {
  const { api, open, objects } = await withBucket(t, 'backend_xid is not null')
  const source = await api.make.caller({ plan: 'enterprise', role: 'owner' })
  const { body: link } = await api.call('POST /links', { key: source.key, body: { url: 'https://example.com', image: newImage() } })
  const name = (link.image as string).split('/').at(-1) as string
  await api.call(`POST /workspaces/${source.workspace.id}/export`, { key: source.key })
  await runQueuedJobs(api.resources)
  const [email] = await emailsTo(api.config.dataDir, source.user.email as string)
  await api.call(`DELETE /links/${link.id}`, { key: source.key })
  const image = [...objects.keys()].find((path) => path.endsWith(`/${name}`)) as string
  objects.delete(image)
  open.splice(0)

  const target = await api.make.caller({ role: 'owner' })
  const body = { slug: target.workspace.slug, url: /http:\S+export_\S+/.exec((email as SentEmail).text)?.[0] }
  const started = await api.call('POST /admin/workspaces/import', { key: api.config.adminApiKey as string, body })
  t.is(started.status, 202, JSON.stringify(started.body))
  t.deepEqual(open.splice(0), [0], 'the archive')
  await runQueuedJobs(api.resources)
  t.like((await api.call(`GET /jobs/${started.body.id}`, { key: target.key })).body, { state: 'completed', failed: 0 })
  t.deepEqual(open.splice(0), [0], 'the image')
  t.true(objects.has(image))
})

test('every operation with an image in its body stores it before its transaction', (t) => {
  const accepts = (field: z.ZodType | undefined) => field?.safeParse(newImage()).success === true
  const withImage = tables.rows.filter(({ body }) => {
    const fields: Record<string, z.ZodType> = body instanceof z.ZodObject ? body.shape : {}
    return ['image', 'logo', 'wordmark'].some((name) => accepts(fields[name]))
  })
  t.true(withImage.length > 15)
  t.deepEqual(
    withImage.filter(({ prepare }) => !prepare).map(({ id }) => id),
    [],
  )
})

test('a request that cannot succeed stores no image', async (t) => {
  const { api, objects } = await withBucket(t)
  const { workspace, key } = await api.make.caller({ role: 'owner', plan: 'free', linksLimit: 0 })
  const { slug } = await api.make.domain(workspace)
  const url = 'https://example.com'
  const requests: [string, object, number][] = [
    ['POST /links', { url, image: newImage() }, 403],
    ['PATCH /links/link_missing', { image: newImage() }, 404],
    [`PATCH /domains/${slug}`, { logo: newImage() }, 403],
    ['PATCH /programs/prog_missing', { logo: newImage() }, 403],
  ]
  for (const [operation, body, status] of requests) t.is((await api.call(operation, { key, body })).status, status, operation)
  const anonymous = { headers: { 'svc-anonymous-link-creation': '1' } }
  t.is((await api.call('POST /links', { ...anonymous, body: { url, image: newImage() } })).status, 403, 'without a workspace')
  t.is(objects.size, 0)
})
