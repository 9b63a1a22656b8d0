/** Generates many clicks of one workspace over the last thirty days in the database: sending them would take longer than the measurement. */
import type pg from 'pg'
import { days } from '../../shared/kernel/time.js'

const links = 10_000

/** The id of a link, as long as a real one. */
export const linkId = (number: number) => `link_${String(number).padStart(26, '0')}`
const linkIdSql = (number: string) => `'link_' || lpad((${number})::text, 26, '0')`

/**
 * A few links, places and pages have most of the clicks, as in practice: the cube of a uniform number is small more often than large. Texts
 * are as long as real ones.
 */
const insert = `
  insert into click_events (
    id, timestamp, workspace_id, link_id, domain, key, url, base_url, identity_hash, ip, continent, country, region, city, latitude, longitude,
    device, device_vendor, device_model, browser, browser_version, engine, engine_version, os, os_version, cpu_architecture, ua,
    qr, referer, referer_url, trigger, utm_source, utm_medium, utm_campaign, utm_term, utm_content)
  select lpad(n::text, 16, '0'), $2::timestamptz + n * $3::float8 * interval '1 millisecond', $1, ${linkIdSql('link')}, 'go.example',
    'key-' || link, 'https://shop.example/page-' || page || '?utm_source=s' || page % 9, 'https://shop.example/page-' || page,
    encode(sha256(n::text::bytea), 'hex'), case when place % 5 < 2 then '203.0.' || n / 250 % 250 || '.' || n % 250 else '' end,
    case when place % 5 < 2 then 'NA' else 'EU' end, (array['US', 'CA', 'DE', 'FR', 'GB'])[place % 5 + 1], 'R' || place % 40,
    'City ' || place, (place % 90)::text || '.7510', (place % 180)::text || '.8220',
    (array['Mobile', 'Desktop', 'Tablet'])[client % 3 + 1], 'Apple', 'Unknown', (array['Chrome', 'Mobile Safari', 'Firefox',
    'Edge', 'Opera'])[client % 5 + 1], (110 + version) || '.0.0.0', 'Blink', (110 + version) || '.0.0.0',
    (array['Windows', 'iOS', 'Android', 'Linux'])[client % 4 + 1], '10', 'amd64',
    'Mozilla/5.0 (' || (array['Windows NT 10.0; Win64; x64', 'iPhone; CPU iPhone OS 17_5 like Mac OS X', 'Linux; Android 10; K',
    'X11; Linux x86_64'])[client % 4 + 1] || ') AppleWebKit/537.36 (KHTML, like Gecko) Chrome/' || (110 + version) || '.0.0.0 Safari/537.36 '
    || (array['Chrome', 'Mobile', 'Firefox', 'Edg', 'OPR'])[client % 5 + 1] || '/' || client,
    link % 11 = 0, case when site < 30 then '(direct)' else 'site-' || site % 50 || '.example' end, case when site < 30 then
    '(direct)' else 'https://site-' || site % 50 || '.example/' || site end,
    case when link % 11 = 0 then 'qr' else 'link' end, 's' || page % 9, 'm' || page % 3, 'c' || page % 20, '', ''
  from (
    select n, floor(power(random(), 3) * ${links})::int as link, floor(power(random(), 3) * 2000)::int as place, floor(power(random(),
    2) * 60)::int as client, floor(power(random(), 2) * 40)::int as version,
      floor(power(random(), 3) * 500)::int as page, floor(power(random(), 2) * 200)::int as site
    from generate_series($4::bigint, $5::bigint) n
  ) random_values`

/**
 * Creates the links and clicks of the workspace, spread evenly over the last thirty days and not rolled up. Clicks of an earlier run are
 * kept.
 */
export async function makeClicks(pool: pg.Pool, workspaceId: string, clicks: number): Promise<void> {
  if (await hasRows(pool, 'click_events')) return
  await pool.query(
    `insert into links (id, workspace_id, domain, key, lookup_key, url, short_link, created_at, updated_at)
     select ${linkIdSql('n')}, $1, 'go.example', 'key-' || n, 'key-' || n, 'https://shop.example/', 'https://go.example/key-' || n,
     now() - interval '31 days', now() from generate_series(0, $2::int - 1) n`,
    [workspaceId, links],
  )
  const from = Date.now() - days(30)
  await pool.query(
    `select ensure_month_partition(parent, at) from unnest(array['click_events', 'click_facts']) parent, unnest($1::timestamptz[]) at`,
    [[new Date(from), new Date()]],
  )
  await pool.query(`update click_watermark set at = date_bin('1 hour', $1, 'epoch')`, [new Date(from)])
  const chunkSize = 100_000
  const chunks = Array.from({ length: Math.ceil(clicks / chunkSize) }, (_, at) => at * chunkSize)
  await Promise.all(
    [1, 2].map(async () => {
      for (let first = chunks.shift(); first !== undefined; first = chunks.shift())
        await pool.query(insert, [workspaceId, new Date(from), days(30) / clicks, first, Math.min(first + chunkSize, clicks) - 1])
    }),
  )
}

export async function hasRows(pool: pg.Pool, table: string): Promise<boolean> {
  const {
    rows: [row],
  } = await pool.query<{ found: boolean }>(`select exists (select from ${table}) as found`)
  return row?.found ?? false
}
