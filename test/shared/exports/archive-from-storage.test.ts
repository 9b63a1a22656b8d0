/** Archives of an installation whose object storage is at a private address. */
import test from 'ava'
import { testApi } from '../../support/api.js'
import { emailsTo, linkIn, type SentEmail } from '../../support/emails.js'
import { runQueuedJobs } from '../../support/jobs.js'
import { loopbackServer } from '../../support/loopback-server.js'
import { objectStorage, type StoredObject } from '../../support/object-storage.js'

test('an archive is imported from the configured object storage at a private address, and from no other private address', async (t) => {
  const objects = new Map<string, StoredObject>()
  const respond = objectStorage(objects)
  const storage = await loopbackServer(t, (request, response) => {
    const [, away] = /^\/away(.*)$/.exec(request.url ?? '') ?? []
    if (away === undefined) respond(request, response)
    else response.writeHead(302, { Location: away }).end()
  })
  const other = await loopbackServer(t, respond)
  const api = await testApi({
    S3_BUCKET: 'files',
    S3_ENDPOINT: storage.origin,
    S3_ACCESS_KEY_ID: 'access',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_PREFIX: 'own/',
  })
  t.teardown(() => api.close())
  const source = await api.make.caller()
  await api.call(`POST /workspaces/${source.workspace.id}/export`, { key: source.key })
  await runQueuedJobs(api.resources)
  const url = storage.origin + linkIn((await emailsTo(api.config.dataDir, source.user.email ?? '')).at(-1) as SentEmail)
  t.regex(url, /\/files\/own\/.*X-Amz-Signature=/)
  const target = await api.make.caller()
  const importFrom = (address: string) =>
    api.call('POST /admin/workspaces/import', {
      key: api.config.adminApiKey as string,
      body: { slug: target.workspace.slug, url: address },
    })
  for (const address of [
    url.replace(storage.origin, other.origin),
    url.replace(storage.origin, `${storage.origin}/away`),
    url.replace('://', '://user@'),
  ])
    t.is((await importFrom(address)).status, 400, address)
  t.deepEqual(other.requestedPaths, [])
  t.is((await importFrom(url)).status, 202)
})
