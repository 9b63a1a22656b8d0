import test from 'ava'
import { hours } from '../../../shared/kernel/time.js'
import type { Link } from '../../../shared/links/link.entity.js'
import { type ClickBatch, flushClickBlocks, type RawClick, unknownLocation } from '../../../shared/tracking/index.js'
import { ingestBatch } from '../../../shared/tracking/ingest-clicks.js'
import { batchOf, rawClick } from '../../support/clicks.js'
import { readClicks } from '../../support/events.js'
import { silentLog, testService, type TestService } from '../../support/service.js'
import { waitUntil } from '../../support/wait-until.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const ingest = (batch: ClickBatch) =>
  ingestBatch({ pool: service.resources.database.pool, config: service.config }, { locate: () => unknownLocation }, batch)
const rows = async (sql: string, values: unknown[]) => (await service.resources.database.pool.query(sql, values)).rows
const makeLink = async () => {
  const workspace = await service.make.workspace()
  const link = await service.make.link(workspace)
  return { workspace, link }
}
const stored = async (link: Link) => {
  const { pool } = service.resources.database
  await flushClickBlocks({ pool, config: service.config, log: silentLog })
  return readClicks(pool, 'link_id', link.id)
}
const clicksOf = async (link: Link) => (await rows('select clicks::int, last_clicked from links where id = $1', [link.id]))[0]
const excludedOf = async (link: Link) =>
  Object.fromEntries(
    (await rows('select reason, sum(count)::int as count from excluded_requests where link_id = $1 group by reason', [link.id])).map(
      ({ reason, count }) => [reason, count],
    ),
  )

test('clicks are stored and counted for the link and its workspace', async (t) => {
  const { workspace, link } = await makeLink()
  const clicks = [rawClick(link), rawClick(link), rawClick(link)]
  await ingest(batchOf(clicks))
  t.is((await stored(link)).length, 3)
  t.is((await clicksOf(link)).clicks, 3)
  t.is((await clicksOf(link)).last_clicked.getTime(), Math.max(...clicks.map(({ at }) => at)))
  t.deepEqual(await rows('select usage::int, total_clicks::int from workspaces where id = $1', [workspace.id]), [
    { usage: 3, total_clicks: 3 },
  ])
})

test('a batch delivered twice is ingested once', async (t) => {
  const { link } = await makeLink()
  const batch = batchOf([rawClick(link), rawClick(link)], {
    excluded: [{ workspaceId: link.workspaceId ?? '', linkId: link.id, day: '2026-11-21', reason: 'user-agent', count: 4 }],
  })
  await ingest(batch)
  await ingest(batch)
  t.is((await stored(link)).length, 2)
  t.is((await clicksOf(link)).clicks, 2)
  t.deepEqual(await excludedOf(link), { 'user-agent': 4 })
})

test('a batch delivered concurrently is ingested once', async (t) => {
  const { link } = await makeLink()
  const batch = batchOf([rawClick(link)], {
    excluded: [{ workspaceId: link.workspaceId ?? '', linkId: link.id, day: '2026-11-21', reason: 'head', count: 1 }],
  })
  await Promise.all([ingest(batch), ingest(batch), ingest(batch)])
  t.is((await clicksOf(link)).clicks, 1)
  t.deepEqual(await excludedOf(link), { head: 1 })
})

test('a click that is repeated in another batch is not counted again', async (t) => {
  const { link } = await makeLink()
  const click = rawClick(link)
  await ingest(batchOf([click]))
  await ingest(batchOf([click]))
  t.is((await stored(link)).length, 1)
  t.is((await clicksOf(link)).clicks, 1)
})

test('a click that is repeated in another batch is published to webhooks once', async (t) => {
  const { workspace, link } = await makeLink()
  await rows(`update workspaces set webhook_triggers = '["link.clicked"]' where id = $1`, [workspace.id])
  const [first, second] = [rawClick(link), rawClick(link)]
  await ingest(batchOf([first]))
  await ingest(batchOf([rawClick(link, { id: first.id, at: first.at }), second]))
  const published = await rows('select data from webhook_outbox where workspace_id = $1 order by id', [workspace.id])
  t.deepEqual(
    published.map(({ data }) => data),
    [[first.id], [second.id]],
  )
})

for (const [what, batches] of [
  ['one batch', (clicks: RawClick[]) => [clicks]],
  ['parallel batches', (clicks: RawClick[]) => clicks.map((click) => [click])],
] as const)
  test(`a click id that is repeated in ${what} with other addresses and user agents counts once everywhere`, async (t) => {
    const { workspace, link } = await makeLink()
    const first = rawClick(link)
    const repeats = Array.from({ length: 40 }, (_, at) => rawClick(link, { id: first.id, at: first.at + at * 2, returning: true }))
    await Promise.all(batches([...repeats, first]).map((clicks) => ingest(batchOf(clicks))))
    t.is((await stored(link)).length, 1)
    t.is((await clicksOf(link)).clicks, 1)
    t.deepEqual(await rows('select usage::int, total_clicks::int from workspaces where id = $1', [workspace.id]), [
      { usage: 1, total_clicks: 1 },
    ])
    t.deepEqual(await excludedOf(link), { duplicate: 40 })
  })

test('a visitor who returns within the hour is excluded as a duplicate', async (t) => {
  const { link } = await makeLink()
  const first = rawClick(link, { at: Date.now() - hours(3) })
  const repeat = (delay: number) => rawClick(link, { ip: first.ip, ua: first.ua, at: first.at + delay })
  await ingest(batchOf([first, repeat(1000)]))
  await ingest(batchOf([repeat(hours(1) - 1)]))
  t.is((await clicksOf(link)).clicks, 1)
  t.deepEqual(await excludedOf(link), { duplicate: 2 })
})

test('a visitor who returns after an hour counts again, regardless of the batches of the clicks', async (t) => {
  const { link } = await makeLink()
  const first = rawClick(link, { at: Date.now() - hours(5) })
  const repeat = (delay: number) => rawClick(link, { ip: first.ip, ua: first.ua, at: first.at + delay })
  await ingest(batchOf([repeat(hours(2)), first]))
  await ingest(batchOf([repeat(hours(3))]))
  t.is((await clicksOf(link)).clicks, 3)
})

test('one visitor on two links counts on both', async (t) => {
  const { link } = await makeLink()
  const { link: other } = await makeLink()
  const first = rawClick(link)
  await ingest(batchOf([first, rawClick(other, { ip: first.ip, ua: first.ua })]))
  t.deepEqual([(await clicksOf(link)).clicks, (await clicksOf(other)).clicks], [1, 1])
})

test("a click id from the visitor's cookie whose click exists is a duplicate, even if the IP address changed", async (t) => {
  const { link } = await makeLink()
  const first = rawClick(link, { at: Date.now() - 60_000 })
  await ingest(batchOf([first]))
  await ingest(batchOf([rawClick(link, { id: first.id, returning: true })]))
  t.is((await clicksOf(link)).clicks, 1)
  t.deepEqual(await excludedOf(link), { duplicate: 1 })
})

test('a click id from a cookie without a stored click is counted', async (t) => {
  const { link } = await makeLink()
  await ingest(batchOf([rawClick(link, { returning: true })]))
  t.is((await clicksOf(link)).clicks, 1)
})

test('a row has the details of the visitor, but no IP address of a visitor in the European Union', async (t) => {
  const { link } = await makeLink()
  const place = { continent: 'EU', country: 'FR', region: 'IDF', city: 'Paris', latitude: '48.8', longitude: '2.3' }
  await ingest(batchOf([rawClick(link, { location: place, ip: '203.0.113.9', referer: 'https://www.news.example/today?id=4' })]))
  const [row] = await stored(link)
  t.like(row, {
    ip: '',
    country: 'FR',
    city: 'Paris',
    device: 'Desktop',
    browser: 'Chrome',
    os: 'Linux',
    referer: 'news.example',
    referer_url: 'https://www.news.example/today',
    qr: false,
  })
  t.like(row, { base_url: 'https://destination.example/page', utm_source: 'news', utm_medium: '' })
})

test('truncates long user agents and referers', async (t) => {
  const { link } = await makeLink()
  await ingest(batchOf([rawClick(link, { ua: 'x'.repeat(20_000), referer: `https://a.example/${'y'.repeat(20_000)}` })]))
  const [row] = await stored(link)
  t.true(row !== undefined && row.ua.length <= 2000 && row.referer_url.length <= 2000)
})

test('a click of a deleted link is stored and counted for the workspace', async (t) => {
  const { workspace, link } = await makeLink()
  const click = rawClick(link)
  await service.resources.database.pool.query('delete from links where id = $1', [link.id])
  await ingest(batchOf([click]))
  t.is((await stored(link)).length, 1)
  t.deepEqual(await rows('select usage::int from workspaces where id = $1', [workspace.id]), [{ usage: 1 }])
})

test('counts many concurrent batches exactly', async (t) => {
  const { link } = await makeLink()
  const { link: other } = await makeLink()
  const batches = Array.from({ length: 60 }, (_, at) => batchOf(Array.from({ length: 20 }, () => rawClick(at % 2 ? link : other))))
  await Promise.all(batches.flatMap((batch, at) => (at % 3 ? [ingest(batch)] : [ingest(batch), ingest(batch)])))
  t.deepEqual([(await clicksOf(link)).clicks, (await clicksOf(other)).clicks], [600, 600])
  t.deepEqual([(await stored(link)).length, (await stored(other)).length], [600, 600])
})

test.serial('concurrent batches do not deadlock while other transactions reference and update their workspace and links', async (t) => {
  const { workspace, link } = await makeLink()
  const { pool } = service.resources.database
  const [referring, changing] = [await pool.connect(), await pool.connect()]
  for (const [table, id] of [
    ['workspaces', workspace.id],
    ['links', link.id],
  ]) {
    await referring.query(`begin; select from ${table} where id = '${id}' for key share`)
    await changing.query(`begin; update ${table} set created_at = created_at where id = '${id}'`)
    const batches = Promise.all(Array.from({ length: 2 }, () => ingest(batchOf([rawClick(link)]))))
    await waitUntil(
      async () =>
        (await rows('select 1 from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0 and datname = current_database()', []))
          .length === 2,
    )
    await changing.query('commit')
    await t.notThrowsAsync(batches)
    await referring.query('commit')
  }
  for (const client of [referring, changing]) client.release()
  t.is((await clicksOf(link)).clicks, 4)
})

test('removes NUL characters from campaign parameters', async (t) => {
  const { link } = await makeLink()
  await ingest(batchOf([rawClick(link, { url: 'https://destination.example/?utm_source=ne%00ws&utm_medium=%ff' })]))
  t.like((await stored(link))[0], { utm_source: 'news', utm_medium: '\ufffd' })
})

test('a NUL character in the url of a click does not keep the other clicks of its batch from being stored', async (t) => {
  const { link } = await makeLink()
  await ingest(batchOf([rawClick(link, { url: 'https://destination.example/a\0b?c=\0' }), rawClick(link)]))
  const first = (await stored(link)).find(({ url }) => url.includes('?c='))
  t.like(first, { url: 'https://destination.example/ab?c=', base_url: 'https://destination.example/ab' })
  t.is((await clicksOf(link)).clicks, 2)
})

test('a visit of a bare domain without destination counts for the link but not for the workspace', async (t) => {
  const { workspace, link } = await makeLink()
  await ingest(batchOf([rawClick(link, { url: '' }), rawClick(link)]))
  t.is((await clicksOf(link)).clicks, 2)
  t.deepEqual(await rows('select usage::int, total_clicks::int from workspaces where id = $1', [workspace.id]), [
    { usage: 1, total_clicks: 1 },
  ])
})

test('derives the continent from the country if it is missing', async (t) => {
  const { link } = await makeLink()
  await ingest(batchOf([rawClick(link, { location: { ...unknownLocation, country: 'JP' } })]))
  t.like((await stored(link))[0], { continent: 'AS', country: 'JP' })
})
