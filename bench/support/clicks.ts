/** Generates many clicks of workspaces over the last thirty days in the database: sending them would take longer than the measurement. */
import type pg from 'pg'
import { withTransaction } from '../../shared/kernel/db/pool.js'
import { sha256 } from '../../shared/kernel/hash.js'
import { days } from '../../shared/kernel/time.js'
import { ValueCache } from '../../shared/rollups/index.js'
import { encodedColumns } from '../../shared/tracking/click-values.js'
import { insertClicks } from '../../shared/tracking/click.queries.js'
import type { ClickRow } from '../../shared/tracking/enrich-click.js'

const links = 10_000

/** The id of a link, as long as a real one. */
export const linkId = (number: number) => `link_${String(number).padStart(26, '0')}`
const linkIdSql = (number: string) => `'link_' || lpad((${number})::text, 26, '0')`

/** A few items have most of the clicks, as in practice: a power of a uniform number is small more often than large. */
const pick = (count: number, exponent: number) => Math.floor(Math.random() ** exponent * count)
const at = <Item>(list: readonly Item[], index: number) => list[index % list.length] as Item

/** A click with texts as long as real ones. */
export function makeClick(number: number, timestamp: Date, workspaceIds: readonly string[]): ClickRow {
  const [link, place, client, version, page, site] = [pick(links, 3), pick(2000, 3), pick(60, 2), pick(40, 2), pick(500, 3), pick(200, 2)]
  const isAmerican = place % 5 < 2
  const release = `${110 + version}.0.0.0`
  const system = at(
    ['Windows NT 10.0; Win64; x64', 'iPhone; CPU iPhone OS 17_5 like Mac OS X', 'Linux; Android 10; K', 'X11; Linux x86_64'],
    client,
  )
  return {
    id: String(number).padStart(16, '0'),
    timestamp,
    workspace_id: at(workspaceIds, link),
    link_id: linkId(link),
    domain: 'go.example',
    key: `key-${link}`,
    url: `https://shop.example/page-${page}?utm_source=s${page % 9}`,
    base_url: `https://shop.example/page-${page}`,
    identity_hash: sha256(String(number)).toString('hex', 0, 8),
    ip: isAmerican ? `203.0.${(number >> 8) & 255}.${number & 255}` : '',
    continent: isAmerican ? 'NA' : 'EU',
    country: at(['US', 'CA', 'DE', 'FR', 'GB'], place),
    region: `R${place % 40}`,
    city: `City ${place}`,
    latitude: `${place % 90}.7510`,
    longitude: `${place % 180}.8220`,
    device: at(['Mobile', 'Desktop', 'Tablet'], client),
    device_vendor: 'Apple',
    device_model: 'Unknown',
    browser: at(['Chrome', 'Mobile Safari', 'Firefox', 'Edge', 'Opera'], client),
    browser_version: release,
    engine: 'Blink',
    engine_version: release,
    os: at(['Windows', 'iOS', 'Android', 'Linux'], client),
    os_version: '10',
    cpu_architecture: 'amd64',
    ua: `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${release} Safari/537.36 ${at(['Chrome', 'Mobile', 'OPR'], client)}/${client}`,
    qr: link % 11 === 0,
    referer: site < 30 ? '(direct)' : `site-${site % 50}.example`,
    referer_url: site < 30 ? '(direct)' : `https://site-${site % 50}.example/${site}`,
    trigger: link % 11 === 0 ? 'qr' : 'link',
    utm_source: `s${page % 9}`,
    utm_medium: `m${page % 3}`,
    utm_campaign: `c${page % 20}`,
    utm_term: '',
    utm_content: '',
  }
}

/** Clicks that are stored like those of visitors. The others combine the link of one of them with the visitor of another. */
const samples = 50_000
const chunkSize = 50_000

/**
 * Creates links and clicks, spread evenly over the last thirty days and not rolled up; the workspaces have the same number of links. Clicks
 * of an earlier run are kept.
 */
export async function makeClicks(pool: pg.Pool, workspaceIds: readonly string[], clicks: number): Promise<void> {
  if (await hasRows(pool, 'click_events')) return
  await pool.query(
    `insert into links (id, workspace_id, domain, key, lookup_key, url, short_link, created_at, updated_at)
     select ${linkIdSql('n')}, ($1::text[])[n % $3 + 1], 'go.example', 'key-' || n, 'key-' || n, 'https://shop.example/', 'https://go.example/key-' || n,
     now() - interval '31 days', now() from generate_series(0, $2::int - 1) n`,
    [workspaceIds, links, workspaceIds.length],
  )
  const from = Date.now() - days(30)
  await pool.query(
    `select ensure_month_partition(parent, at) from unnest(array['click_events', 'click_facts']) parent, unnest($1::timestamptz[]) at`,
    [[new Date(from), new Date()]],
  )
  await pool.query(`update click_watermark set at = date_bin('1 hour', $1, 'epoch')`, [new Date(from)])
  await makeSamples(pool, workspaceIds)
  const interval = days(30) / clicks
  // One after the other, in the order of time like ingestion: chunks at the same time would leave the pages of indexes half empty.
  for (let first = 0; first < clicks; first += chunkSize)
    await pool.query(combineSamples, [first, Math.min(first + chunkSize, clicks) - 1, from / 1000, interval / 1000])
  await pool.query('drop table click_samples')
  await pool.query('truncate event_arrivals')
}

const ofLink = ['workspace', 'link', 'address']
const ofVisitor = encodedColumns.map(({ column }) => column).filter((name) => !ofLink.includes(name))

/** Stores the samples and moves them to a table, numbered by workspace. */
async function makeSamples(pool: pg.Pool, workspaceIds: readonly string[]): Promise<void> {
  const cache = new ValueCache()
  for (let first = 0; first < samples; first += 2000) {
    const rows = Array.from({ length: 2000 }, (_, index) => makeClick(first + index, new Date(), workspaceIds))
    await withTransaction(pool, (client) => insertClicks(client, rows, cache))
  }
  await pool.query(`create unlogged table click_samples as
    select row_number() over (order by workspace)::int as no, count(*) over (partition by workspace)::int as size,
      ip <> '' as has_ip, ${[...ofLink, ...ofVisitor].join(', ')} from click_events`)
  await pool.query('alter table click_samples add first integer')
  await pool.query(`update click_samples set first = starts.first
    from (select workspace, min(no) as first from click_samples group by workspace) as starts where starts.workspace = click_samples.workspace`)
  await pool.query('alter table click_samples add primary key (no)')
  await pool.query('vacuum analyze click_samples')
  await pool.query('truncate click_events')
}

/** Clicks with the numbers from $1 to $2, of which number 0 is at $3 seconds since the epoch and each is $4 seconds after the previous one. */
const combineSamples = `
  insert into click_events (timestamp, id, identity_hash, ip, ${[...ofLink, ...ofVisitor].join(', ')})
  select to_timestamp($3 + n * $4::float8), lpad(n::text, 16, '0'), substring(sha256(n::text::bytea) for 8),
    case when of_visitor.has_ip then '203.0.' || (n >> 8) % 256 || '.' || n % 256 else '' end,
    ${[...ofLink.map((name) => `of_link.${name}`), ...ofVisitor.map((name) => `of_visitor.${name}`)].join(', ')}
  from (select n, 1 + floor(random() * ${samples})::int as sample, random() as other from generate_series($1::int, $2::int) as n) as numbered
    join click_samples as of_link on of_link.no = sample
    join click_samples as of_visitor on of_visitor.no = of_link.first + floor(other * of_link.size)::int
  order by n`

export async function hasRows(pool: pg.Pool, table: string): Promise<boolean> {
  const {
    rows: [row],
  } = await pool.query<{ found: boolean }>(`select exists (select from ${table}) as found`)
  return row?.found ?? false
}
