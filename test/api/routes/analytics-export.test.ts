import test from 'ava'
import { strFromU8, unzipSync } from 'fflate'
import { minutes } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { clickRow, multiplyClicks, saleRow, storeClicks, storeConversions } from '../../support/events.js'
import { runQueuedJobs } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

async function workspaceWith(count: number) {
  const { workspace, key } = await api.make.caller()
  const link = await api.make.link(workspace)
  const start = Date.now() - minutes(50)
  const rows = Array.from({ length: count }, (_, at) =>
    clickRow({
      timestamp: new Date(start + at * 1000),
      workspace_id: workspace.id,
      link_id: link.id,
      country: at % 2 ? 'DE' : 'US',
      city: at === 0 ? '=SUM(1,2)' : 'Town',
    }),
  )
  await storeClicks(api.resources.database.pool, rows)
  const get = (path: string) => fetch(`${api.url}${path}`, { headers: { Authorization: `Bearer ${key}` } })
  return { workspace, key, link, rows, get }
}

/** File name -> text. Reads the central directory at the end, as ZIP programs do. */
const unzipped = (archive: Buffer): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, strFromU8(bytes)]))

test('exports analytics as an archive with a CSV file for each grouping', async (t) => {
  const { get, workspace, link } = await workspaceWith(3)
  await storeConversions(api.resources.database.pool, 'sale_events', [
    saleRow({ timestamp: new Date(Date.now() - minutes(1)), workspace_id: workspace.id, link_id: link.id }),
  ])
  const answer = await get('/analytics/export?interval=24h')
  t.is(answer.headers.get('content-type'), 'application/zip')
  const files = unzipped(Buffer.from(await answer.arrayBuffer()))
  t.is(files['countries.csv'], 'country,region,city,clicks,leads,sales,saleAmount\r\nUS,*,*,2,0,1,1000\r\nDE,*,*,1,0,0,0\r\n')
  t.true(files['cities.csv']?.includes(`"'=SUM(1,2)"`))
  t.true(Object.keys(files).includes('top_links.csv'))
  t.false(Object.keys(files).some((name) => ['count.csv', 'trigger.csv', 'top_partners.csv'].includes(name)))
  t.is((await get('/analytics/export?interval=24h')).status, 429)
})

test('the archive names folders', async (t) => {
  const { get, workspace, link } = await workspaceWith(1)
  const folder = await api.make.folder(workspace, { name: 'Spring' })
  await api.resources.database.pool.query('update links set folder_id = $2 where id = $1', [link.id, folder.id])
  const answer = await get('/analytics/export?interval=24h')
  t.is(
    unzipped(Buffer.from(await answer.arrayBuffer()))['top_folders.csv'],
    `folderId,folder.id,folder.name,folder.accessLevel,url,clicks,leads,sales,saleAmount\r\n${folder.id},${folder.id},Spring,write,${folder.id},1,0,0,0\r\n`,
  )
})

test('the archive of a single link contains no list of links', async (t) => {
  const { get, link } = await workspaceWith(2)
  const files = unzipped(Buffer.from(await (await get(`/analytics/export?interval=24h&linkId=${link.id}`)).arrayBuffer()))
  t.false('top_links.csv' in files)
  t.true('devices.csv' in files)
})

test('refuses an invalid export before sending anything', async (t) => {
  const { get } = await workspaceWith(1)
  t.is((await get('/analytics/export?start=nonsense')).status, 422)
  t.is((await get('/analytics/export?interval=24h')).status, 200)
})

test('exports events with the requested columns, newest first', async (t) => {
  const { get, rows } = await workspaceWith(3)
  const answer = await get('/events/export?interval=24h&columns=clickId,country,city')
  t.is(answer.headers.get('content-disposition'), 'attachment; filename="clicks_export.csv"')
  const [head, ...lines] = (await answer.text()).trimEnd().split('\r\n')
  t.is(head, 'Country,Click ID,City')
  t.deepEqual(
    lines.map((line) => line.split(',')[1]),
    rows.map(({ id }) => id).toReversed(),
  )
  t.is((await get('/events/export?columns=nonsense')).status, 422)
})

test.serial('exports many events in the background, each exactly once', async (t) => {
  const { get, rows } = await workspaceWith(2300)
  const started = await get('/events/export?interval=24h&columns=clickId')
  t.is(started.status, 202)
  const { id } = (await started.json()) as { id: string }
  await runQueuedJobs(api.resources)
  const lines = (await (await get(`/jobs/${id}/result`)).text()).trimEnd().split('\r\n')
  t.deepEqual(lines.slice(1), rows.map((row) => row.id).toReversed())
})

test.serial('an export that was not started may be requested again at once', async (t) => {
  const { get, workspace } = await workspaceWith(1)
  await multiplyClicks(api.resources.database.pool, workspace.id, 100_000)
  await Promise.all(Array.from({ length: 20 }, () => api.make.backgroundOperation(workspace)))
  const refused = await get('/analytics/export?interval=24h')
  t.regex(await refused.text(), /already has 20 unfinished jobs/)
  await api.resources.database.pool.query('delete from background_operations where workspace_id = $1', [workspace.id])
  t.is((await get('/analytics/export?interval=24h')).status, 202)
})

test.serial('an export that broke off may be requested again at once', async (t) => {
  const { get } = await workspaceWith(1)
  const { pool } = api.resources.database
  await pool.query('alter table tags rename to unreadable_tags')
  await t.throwsAsync(get('/analytics/export?interval=24h').then((answer) => answer.arrayBuffer()))
  await pool.query('alter table unreadable_tags rename to tags')
  t.is((await get('/analytics/export?interval=24h')).status, 200)
})

test.serial('exports analytics of many events in the background, as of the time of the request', async (t) => {
  const { get, workspace, link } = await workspaceWith(1)
  await multiplyClicks(api.resources.database.pool, workspace.id, 100_000)
  const started = await get('/analytics/export?interval=24h')
  t.is(started.status, 202)
  const { id } = (await started.json()) as { id: string }
  await storeClicks(api.resources.database.pool, [
    clickRow({ timestamp: new Date(Date.now() + 1), workspace_id: workspace.id, link_id: link.id }),
  ])
  await runQueuedJobs(api.resources)
  const job = (await (await get(`/jobs/${id}`)).json()) as { done: number; total: number }
  t.like(job, { state: 'completed', result: { contentType: 'application/zip', fileName: 'analytics.zip' } })
  t.is(job.done, job.total)
  const files = unzipped(Buffer.from(await (await get(`/jobs/${id}/result`)).arrayBuffer()))
  t.is(files['countries.csv'], 'country,region,city,clicks,leads,sales,saleAmount\r\nUS,*,*,100001,0,0,0\r\n')
})
