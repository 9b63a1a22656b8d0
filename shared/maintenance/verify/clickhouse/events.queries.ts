/** SQL that compares counters and events of PostgreSQL with the events in ClickHouse. */
import { type ClickHouse, textHash } from '../../../clickhouse/index.js'
import type { Sql } from '../../../rollups/index.js'

export interface ClickedLink {
  id: string
  shortLink: string
  clicks: number
  lastClicked: string | null
  /** Milliseconds. Earlier clicks do not count. */
  since: number
}

const isoTime = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export async function clickedLinksAfter(sql: Sql, workspaceId: string, after: string, limit: number): Promise<ClickedLink[]> {
  const { rows } = await sql.query<ClickedLink>(
    `select id, short_link as "shortLink", clicks, ${isoTime('last_clicked')} as "lastClicked",
       coalesce(extract(epoch from stats_reset_at) * 1000, 0)::bigint as since
     from links where coalesce(workspace_id, '') = $1 and id > $2 order by id limit $3`,
    [workspaceId, after, limit],
  )
  return rows
}

type LinkClicks = { clicks: number; last_clicked: string | null }

/** Events recorded while the link belonged to another workspace do not count; those without a workspace do. */
export async function clicksOfLinks(
  clickHouse: ClickHouse,
  workspaceId: string,
  links: readonly ClickedLink[],
): Promise<Map<string, LinkClicks>> {
  if (links.length === 0) return new Map()
  const reset = links.filter(({ since }) => since > 0)
  const idOf = new Map(links.map(({ id }) => [textHash(id), id]))
  const rows = await clickHouse.query<LinkClicks & { id: string }>({
    text: `select toString(link_hash) as id, count() as clicks, max(timestamp) as last_clicked from clicks
      where workspace_id in ({workspaceId:String}, '') and link_hash in (${[...idOf.keys()].join()}) and timestamp >= fromUnixTimestamp64Milli(
        transform(link_hash, [${['0', ...reset.map(({ id }) => textHash(id))].join()}], {since:Array(Int64)}, toInt64(0)))
      group by link_hash`,
    values: { workspaceId, since: [0, ...reset.map(({ since }) => since)] },
    settings: { date_time_output_format: 'iso' },
  })
  return new Map(rows.map(({ id, ...counted }) => [idOf.get(id) ?? '', counted]))
}

/** Null if the workspace does not exist. */
export async function totalClicksOf(sql: Sql, workspaceId: string): Promise<number | null> {
  const { rows } = await sql.query<{ total: number }>('select total_clicks as total from workspaces where id = $1', [workspaceId])
  return rows[0]?.total ?? null
}

/** A click without a destination counts for its link but not towards the workspace's plan. */
export async function countClicks(clickHouse: ClickHouse, workspaceId: string): Promise<number> {
  const text = `select count() as count from clicks where workspace_id = {workspaceId:String} and url_hash <> ${textHash('')}`
  const [row] = await clickHouse.query<{ count: number }>({ text, values: { workspaceId } })
  return row?.count ?? 0
}

export const conversionTables = ['leads', 'sales'] as const
type ConversionTable = (typeof conversionTables)[number]

interface Summary {
  count: number
  amount: number
  checksum: number
}

/** Drivers return 64-bit numbers as text. */
type MonthRow = Record<keyof Summary, number | string> & { month: string }

/** Month -> summary of the events. The checksum is a sum, so that it does not depend on the order. */
export async function summarizeConversions(sql: Sql, table: ConversionTable, workspaceId: string): Promise<Map<string, Summary>> {
  const { rows } = await sql.query<MonthRow>(
    `select to_char(timestamp at time zone 'UTC', 'YYYYMM') as month, count(*) as count, ${table === 'sales' ? 'sum(amount)::bigint' : '0'} as amount,
       sum(('x' || substr(md5(id || ' ' || link_id || ' ' || customer_id), 1, 8))::bit(32)::bigint)::bigint as checksum
     from ${table === 'leads' ? 'lead_events' : 'sale_events'} where workspace_id = $1 group by 1`,
    [workspaceId],
  )
  return byMonth(rows)
}

export async function summarizeCopies(clickHouse: ClickHouse, table: ConversionTable, workspaceId: string): Promise<Map<string, Summary>> {
  const rows = await clickHouse.query<MonthRow>({
    text: `select toString(toYYYYMM(timestamp)) as month, count() as count, ${table === 'sales' ? 'sum(amount)' : '0'} as amount,
        sum(toInt64(reinterpretAsUInt32(reverse(substring(MD5(concat(id, ' ', link_id, ' ', customer_id)), 1, 4))))) as checksum
      from ${table} final where workspace_id = {workspaceId:String} group by month`,
    values: { workspaceId },
  })
  return byMonth(rows)
}

const byMonth = (rows: readonly MonthRow[]) =>
  new Map(
    rows.map(({ month, count, amount, checksum }) => [month, { count: Number(count), amount: Number(amount), checksum: Number(checksum) }]),
  )
