/** SQL of click ingestion. Every function runs on the given client, inside the caller's transaction. */
import type pg from 'pg'
import { arrayLiteral } from '../kernel/db/array-literal.js'
import { ValueCache } from '../rollups/index.js'
import { type Exclusion, duplicateWindow } from './click-batch.js'
import { encodeClicks, encodedColumns } from './click-values.js'
import type { ClickRow } from './enrich-click.js'

type Client = Pick<pg.ClientBase, 'query'>

/** One field of all rows, as an array parameter. */
export const column = <Row>(rows: readonly Row[], name: keyof Row) => arrayLiteral(rows.map((row) => toText(row[name])))

const toText = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))

/** Splits concatenated ids: the driver reads one text faster than a thousand rows. */
const splitIds = (joined: string | null | undefined) => joined?.split(' ') ?? []

/** Marks batches as written; returns the ids of those that were not written before. */
export async function claimBatches(client: Client, ids: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    'insert into click_batches (id) select unnest($1::text[]) on conflict do nothing returning id',
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Returns which of the workspaces are closed. */
export async function findClosedWorkspaces(client: Client, workspaceIds: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>('select workspace_id as id from closed_workspaces where workspace_id = any($1)', [
    workspaceIds,
  ])
  return new Set(rows.map(({ id }) => id))
}

/** Returns which of the click ids exist. Cookies live for an hour, so older partitions are not read. */
export async function findExistingClicks(client: Client, ids: readonly string[], since: Date): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>('select id from click_events where id = any($1) and timestamp >= $2', [ids, since])
  return new Set(rows.map(({ id }) => id))
}

/**
 * Records visits; returns the ids of clicks that are not duplicates of a click within the window. Each visit must occur once in `visits`.
 * Rows are sorted by key, so that two transactions cannot deadlock.
 */
export async function recordVisits(client: Client, visits: { visit: string; id: string; at: Date }[]): Promise<Set<string>> {
  const sorted = visits.toSorted((a, b) => (a.visit < b.visit ? -1 : 1))
  const { rows } = await client.query<{ ids: string | null }>(
    `with first as (
       insert into recent_visits as existing (visit, click_id, at)
       select visit, click_id, at from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as row(visit, click_id, at)
       on conflict (visit) do update set click_id = excluded.click_id, at = greatest(existing.at, excluded.at)
         where abs(extract(epoch from excluded.at - existing.at)) >= $4
       returning click_id
     )
     select string_agg(click_id, ' ') as ids from first`,
    [column(sorted, 'visit'), column(sorted, 'id'), column(sorted, 'at'), duplicateWindow / 1000],
  )
  return new Set(splitIds(rows[0]?.ids))
}

/** The last click of the visit since the instant, if its visit is still stored. */
export async function findRecentClick(client: Client, visit: string, since: Date): Promise<string | null> {
  const { rows } = await client.query<{ click_id: string }>('select click_id from recent_visits where visit = $1 and at > $2', [
    visit,
    since,
  ])
  return rows[0]?.click_id ?? null
}

/** The columns of a click. */
export const clickColumnNames = [
  'id',
  'timestamp',
  'workspace_id',
  'link_id',
  'domain',
  'key',
  'url',
  'base_url',
  'identity_hash',
  'ip',
  'continent',
  'country',
  'region',
  'city',
  'latitude',
  'longitude',
  'device',
  'device_vendor',
  'device_model',
  'browser',
  'browser_version',
  'engine',
  'engine_version',
  'os',
  'os_version',
  'cpu_architecture',
  'ua',
  'qr',
  'referer',
  'referer_url',
  'trigger',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const satisfies readonly (keyof ClickRow)[]

/** Columns that leads and sales copy from their click. */
export const dimensionColumns = clickColumnNames.filter((name) => name !== 'id' && name !== 'timestamp')

/** SQL that records inserted events for live streams, in the transaction that inserts them: its number defines when they became visible. */
export const recordArrivals = (kind: string, where: string) => `
    insert into event_arrivals (workspace_id, kind, ids, first, last)
    select workspace_id, '${kind}', array_agg(id order by timestamp, id), min(timestamp), max(timestamp) from inserted ${where}
    group by workspace_id`

const numberColumns = ['workspace', ...encodedColumns.map(({ column }) => column)]
const numbers = numberColumns.join(', ')

const insertStatement = (announced: boolean) => `
  with added as (
    insert into click_events (id, timestamp, ip, identity_hash, ${numbers})
    select id, timestamp, ip, decode(identity_hash, 'hex'), ${numbers}
    from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], ${numberColumns.map((_, index) => `$${index + 5}::integer[]`).join(', ')})
      as click(id, timestamp, ip, identity_hash, ${numbers})
    on conflict do nothing
    returning id, workspace, timestamp
  ), inserted as (
    select id, timestamp, workspace_id from added join workspace_numbers on no = workspace
  )${announced ? `, recorded as (${recordArrivals('clicks', "where workspace_id <> ''")})` : ''}
  select string_agg(id, ' ') as ids,
    coalesce(array_agg(id) filter (where timestamp < (select at from click_watermark)), '{}') as late
  from inserted`

export interface NewClicks {
  workspace_id: string
  ids: string[]
  /** Clicks that count for the plan: visits of a bare domain without destination count for the link only. */
  clicks: number
}

/**
 * Inserts clicks; returns the new ones by workspace, and the ids of those older than the watermark. Existing clicks stay unchanged. Live
 * streams get them if they are `announced`.
 */
export async function insertClicks(
  client: Client,
  rows: readonly ClickRow[],
  cache = new ValueCache(),
  { announced } = { announced: true },
): Promise<{ added: NewClicks[]; late: string[] }> {
  const encoded = await encodeClicks(client, cache, rows)
  const texts = (['id', 'timestamp', 'ip', 'identity_hash'] as const).map((name) => column(rows, name))
  const result = await client.query<{ ids: string | null; late: string[] }>({
    name: announced ? 'insert-clicks' : 'copy-clicks',
    text: insertStatement(announced),
    values: [...texts, ...encoded.map((numbers) => `{${numbers.join()}}`)],
  })
  const isNew = new Set(splitIds(result.rows[0]?.ids))
  return { added: groupByWorkspace(rows.filter(({ id }) => isNew.has(id))), late: result.rows[0]?.late ?? [] }
}

/** In the order of the workspaces' ids, to avoid deadlocks. */
export function groupByWorkspace(rows: readonly ClickRow[]): NewClicks[] {
  const groups = new Map<string, NewClicks>()
  for (const { id, workspace_id, url } of rows) {
    const group = groups.get(workspace_id) ?? { workspace_id, ids: [], clicks: 0 }
    groups.set(workspace_id, group)
    group.ids.push(id)
    if (url !== '') group.clicks++
  }
  return [...groups.values()].toSorted((a, b) => (a.workspace_id < b.workspace_id ? -1 : 1))
}

export async function addExclusions(client: Client, exclusions: Exclusion[]): Promise<void> {
  await client.query(
    `insert into excluded_requests as existing (workspace_id, link_id, day, reason, count)
     select workspace_id, link_id, day, reason, sum(count)
     from jsonb_to_recordset($1::jsonb) as row(workspace_id text, link_id text, day date, reason text, count bigint)
     group by workspace_id, day, link_id, reason order by workspace_id, day, link_id, reason
     on conflict (workspace_id, day, link_id, reason) do update set count = existing.count + excluded.count`,
    [JSON.stringify(exclusions.map(({ workspaceId, linkId, ...rest }) => ({ ...rest, workspace_id: workspaceId, link_id: linkId })))],
  )
}

/** Creates the partition of the month of the instant, if it is missing. A scheduled job creates future ones. */
export async function ensurePartition(client: Client, at: string | Date, table = 'click_events'): Promise<void> {
  await client.query('select ensure_month_partition($1, $2)', [table, at])
}

// Batches may be spooled long after their process died, but no queue stays broken for a month.
const batchRetention = '31 days'

export async function deleteExpiredIngestionRows(client: Client, now: Date): Promise<void> {
  await client.query(`delete from recent_visits where at < $1::timestamptz - interval '2 hours'`, [now])
  await client.query(`delete from click_batches where at < $1::timestamptz - interval '${batchRetention}'`, [now])
  await client.query(`delete from event_arrivals where at < $1::timestamptz - interval '25 hours'`, [now])
}
