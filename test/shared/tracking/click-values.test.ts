import test from 'ava'
import { withTransaction } from '../../../shared/kernel/db/pool.js'
import { newId } from '../../../shared/kernel/ids.js'
import { ValueCache } from '../../../shared/rollups/index.js'
import { ensurePartition, insertClicks } from '../../../shared/tracking/click.queries.js'
import { findDecodedClicks } from '../../../shared/tracking/decoded-clicks.queries.js'
import type { ClickRow } from '../../../shared/tracking/enrich-click.js'
import { replaceLinkIndex } from '../../../shared/tracking/replace-link-index.js'
import { clickRow } from '../../support/events.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
  await ensurePartition(service.resources.database.pool, new Date())
})
test.after.always(() => service.close())

const pool = () => service.resources.database.pool

const click = (overrides: Partial<ClickRow> = {}): ClickRow =>
  clickRow({
    timestamp: new Date(),
    workspace_id: newId('ws_'),
    link_id: newId('link_'),
    url: `https://destination.example/${newId('req_')}?a=1`,
    utm_source: 'news',
    utm_term: 'shoes',
    ...overrides,
  })

const readView = async ({ id }: ClickRow) => {
  const { rows } = await pool().query<ClickRow & Record<string, unknown>>('select * from clicks where id = $1', [id])
  return Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([name]) => name !== 'workspace' && !name.endsWith('_value')))
}

test('a click is read with the texts it was stored with, from the view and by its id', async (t) => {
  const rows = [
    click(),
    click({ country: 'Unknown', region: 'Unknown', city: 'Unknown', trigger: 'qr', qr: true }),
    click({ region: '', url: '', base_url: '', ua: '', referer: 'news.example', referer_url: 'https://news.example/a?b=c' }),
  ]
  await withTransaction(pool(), (client) => insertClicks(client, rows))
  for (const row of rows) {
    t.deepEqual(await findDecodedClicks(pool(), 'id = $1', [row.id]), [row])
    t.deepEqual(await readView(row), { ...row })
  }
})

test('clicks with equal texts share their values', async (t) => {
  const [first, workspace] = [click(), newId('ws_')]
  const rows = [1, 2, 3].map(() => ({ ...first, workspace_id: workspace, id: click().id }))
  const values = async () =>
    (
      await pool().query(
        'select count(*)::int as count from dimension_values join workspace_numbers on no = workspace where workspace_id = $1',
        [workspace],
      )
    ).rows[0].count
  await withTransaction(pool(), (client) => insertClicks(client, rows.slice(0, 1)))
  const count = await values()
  await withTransaction(pool(), (client) => insertClicks(client, rows.slice(1)))
  t.is(await values(), count)
  t.is(count, 14)
})

test('values of a transaction that is rolled back are not cached', async (t) => {
  const cache = new ValueCache()
  const row = click()
  // The workspace has a number already: the values of another number would not be found in the cache.
  await withTransaction(pool(), (client) => insertClicks(client, [click({ workspace_id: row.workspace_id })]))
  await t.throwsAsync(
    withTransaction(pool(), async (client) => {
      await insertClicks(client, [row], cache)
      throw new Error('rolled back')
    }),
    { message: 'rolled back' },
  )
  const { id, timestamp } = click()
  for (const stored of [row, { ...row, id, timestamp }]) {
    await withTransaction(pool(), (client) => insertClicks(client, [stored], cache))
    t.deepEqual(await findDecodedClicks(pool(), 'id = $1', [stored.id]), [stored])
  }
})

test('concurrent transactions with the same new values store each value once', async (t) => {
  const row = click()
  const rows = Array.from({ length: 6 }, () => ({ ...row, id: click().id }))
  const cache = new ValueCache()
  await Promise.all(rows.map((one) => withTransaction(pool(), (client) => insertClicks(client, [one], cache))))
  const { rows: links } = await pool().query('select distinct link_value, url_value, workspace from clicks where id = any($1)', [
    rows.map(({ id }) => id),
  ])
  t.is(links.length, 1)
})

test.serial('the former indexes of links are replaced in every partition, also after an interrupted run and by two runs', async (t) => {
  const names = async () =>
    (
      await pool().query(
        `select indexrelid::regclass::text as name, indisvalid from pg_index
         where indexrelid::regclass::text ~ '^click_(events|facts).*link' order by 1`,
      )
    ).rows.map(({ name, indisvalid }) => [name, indisvalid])
  await pool().query(`select ensure_month_partition('click_facts', now())`)
  const after = await names()
  // An installation from before, whose partitions have only the former indexes.
  for (const [table, columns] of [
    ['click_events', 'link, timestamp'],
    ['click_facts', 'link, hour'],
  ]) {
    await pool().query(`drop index ${table}_of_link`)
    await pool().query(`create index ${table}_link on ${table} (${columns})`)
    await pool().query(`create index ${table}_of_link on only ${table} (link)`)
    const [{ name: partition }] = (
      await pool().query(`select inhrelid::regclass::text as name from pg_inherits where inhparent = '${table}'::regclass`)
    ).rows
    await pool().query(`create index ${partition}_of_link on ${partition} (link)`)
  }
  await Promise.all([replaceLinkIndex({ pool: pool() }), replaceLinkIndex({ pool: pool() })])
  await replaceLinkIndex({ pool: pool() })
  t.is((await names()).length, after.length)
  t.true((await names()).every(([name, isValid]) => isValid && /of_link|link_idx/.test(name)))
})
