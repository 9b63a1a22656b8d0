/** Archives contain the files that rows name. */
import test from 'ava'
import { strFromU8, unzipSync } from 'fflate'
import { openFileStore } from '../../../shared/kernel/open-file-store.js'
import { testApi } from '../../support/api.js'
import { runQueuedJobs } from '../../support/jobs.js'

const api = await testApi()
test.after.always(() => api.close())

test('an archive contains each of several hundred files once, and none that is missing in the store', async (t) => {
  const { workspace, key } = await api.make.caller({ plan: 'enterprise' })
  const domain = await api.make.domain(workspace)
  const { body: link } = await api.call('POST /links', { key, body: { url: 'https://example.com/', domain: domain.slug } })
  const names = Array.from({ length: 410 }, (_, index) => `picture-${String(index).padStart(3, '0')}.png`)
  await api.resources.database.pool.query(
    `insert into links select (jsonb_populate_record(null::links, to_jsonb(links) || jsonb_build_object('id', 'link_' || name, 'key', name,
       'lookup_key', name, 'short_link', short_link || name, 'image', $2::text || name))).* from links, unnest($3::text[]) as name where id = $1`,
    [link.id, `${api.config.baseUrl}/files/`, [...names, 'missing.png']],
  )
  const store = openFileStore(api.config)
  for (const name of names) await store.write(name, Buffer.from(name))
  const started = await api.call(`POST /workspaces/${workspace.id}/export`, { key })
  await runQueuedJobs(api.resources)
  const response = await fetch(`${api.url}/jobs/${started.body.id}/result`, { headers: { Authorization: `Bearer ${key}` } })
  const files = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())))
  const pictures = files.filter(([name]) => name.startsWith('files/')).map(([name, bytes]) => [name, strFromU8(bytes)])
  t.deepEqual(
    pictures,
    names.map((name) => [`files/${name}`, name]),
  )
  t.is(files.at(-1)?.[0], 'manifest.json')
})
