/** All SQL of click ingestion. Runs on one client, inside the caller's transaction. */
import type pg from 'pg'
import { arrayLiteral } from '../kernel/array-literal.js'
import { clickIdTime } from '../kernel/ids.js'
import { cookieLife, type Exclusion, repeatWindow } from './click-batch.js'
import type { ClickRow } from './describe-click.js'

type Client = Pick<pg.PoolClient, 'query'>

/** One field of all rows, as a parameter. */
const column = <Row>(rows: readonly Row[], name: keyof Row) => arrayLiteral(rows.map((row) => textOf(row[name])))

const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))

/** Ids that the database put one behind the other: the driver reads one text at once, a thousand rows one by one. */
const idsOf = (joined: string | null | undefined) => joined?.split(' ') ?? []

/**
 * Held shared by every ingestion and exclusively by a fold of closed hours, so that a fold sees every committed click before it moves its
 * watermark.
 */
export const ingestionLock = 7_104_202

export const lockAgainstFolding = (client: Client) => client.query('select pg_advisory_xact_lock_shared($1)', [ingestionLock])

/** Marks batches as written; answers those that were not written before. */
export async function claimBatches(client: Client, ids: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    'insert into click_batches (id) select unnest($1::text[]) on conflict do nothing returning id',
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Those of the workspaces that were closed. */
export async function closedAmong(client: Client, workspaceIds: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>('select workspace_id as id from closed_workspaces where workspace_id = any($1)', [
    workspaceIds,
  ])
  return new Set(rows.map(({ id }) => id))
}

/** Of the ids that came from cookies, those whose click exists. A cookie lives for an hour, so older partitions are not read. */
export async function knownClicks(client: Client, ids: string[], since: Date): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>('select id from click_events where id = any($1) and timestamp >= $2', [ids, since])
  return new Set(rows.map(({ id }) => id))
}

/**
 * Notes who visited which link; answers the ids of clicks that are no repeat of one within the hour. `visits` holds each visit once. In
 * order of the key, so that two transactions cannot deadlock.
 */
export async function firstVisits(client: Client, visits: { visit: string; id: string; at: Date }[]): Promise<Set<string>> {
  const sorted = visits.toSorted((a, b) => (a.visit < b.visit ? -1 : 1))
  const { rows } = await client.query<{ ids: string | null }>(
    `with first as (
       insert into recent_visits as seen (visit, click_id, at)
       select visit, click_id, at from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as row(visit, click_id, at)
       on conflict (visit) do update set click_id = excluded.click_id, at = greatest(seen.at, excluded.at)
         where abs(extract(epoch from excluded.at - seen.at)) >= $4
       returning click_id
     )
     select string_agg(click_id, ' ') as ids from first`,
    [column(sorted, 'visit'), column(sorted, 'id'), column(sorted, 'at'), repeatWindow / 1000],
  )
  return new Set(idsOf(rows[0]?.ids))
}

/** The click of a visit that is still remembered. */
export async function recentClickOf(client: Client, visit: string, since: Date): Promise<string | null> {
  const { rows } = await client.query<{ click_id: string }>('select click_id from recent_visits where visit = $1 and at > $2', [
    visit,
    since,
  ])
  return rows[0]?.click_id ?? null
}

/** Column -> SQL type, in the order of the statement. */
const columns = {
  id: 'text',
  timestamp: 'timestamptz',
  workspace_id: 'text',
  link_id: 'text',
  domain: 'text',
  key: 'text',
  url: 'text',
  base_url: 'text',
  identity_hash: 'text',
  ip: 'text',
  continent: 'text',
  country: 'text',
  region: 'text',
  city: 'text',
  latitude: 'text',
  longitude: 'text',
  device: 'text',
  device_vendor: 'text',
  device_model: 'text',
  browser: 'text',
  browser_version: 'text',
  engine: 'text',
  engine_version: 'text',
  os: 'text',
  os_version: 'text',
  cpu_architecture: 'text',
  ua: 'text',
  qr: 'boolean',
  referer: 'text',
  referer_url: 'text',
  trigger: 'text',
  utm_source: 'text',
  utm_medium: 'text',
  utm_campaign: 'text',
  utm_term: 'text',
  utm_content: 'text',
} as const satisfies Record<keyof ClickRow, string>
const names = Object.keys(columns) as (keyof ClickRow)[]

/** What leads and sales repeat of their click. */
export const dimensionColumns = names.filter((name) => name !== 'id' && name !== 'timestamp')

/** Notes what a statement inserted, for those who listen: in the transaction that inserts, whose number says when it was there to be seen. */
export const noteArrivals = (kind: string, where: string) => `
    insert into event_arrivals (workspace_id, kind, ids, first, last)
    select workspace_id, '${kind}', array_agg(id order by timestamp, id), min(timestamp), max(timestamp) from inserted ${where} group by workspace_id`

const insertStatement = `
  with inserted as (
    insert into click_events (${names.join(', ')})
    select * from unnest(${names.map((name, at) => `$${at + 1}::${columns[name]}[]`).join(', ')})
    on conflict do nothing
    returning id, workspace_id, timestamp, url <> '' as leads
  ), noted as (${noteArrivals('clicks', "where workspace_id <> ''")})
  select workspace_id, string_agg(id, ' ') as ids, count(*) filter (where leads)::int as clicks, coalesce(array_agg(id) filter (where timestamp < (select at from click_watermark)), '{}') as late
  from inserted group by workspace_id order by workspace_id`

export interface NewClicks {
  workspace_id: string
  ids: string[]
  /** Visits of a bare domain that leads nowhere are the link's, but no use of the workspace's plan. */
  clicks: number
  /** Ids of those whose time has been folded already. */
  late: string[]
}

/** Inserts clicks; answers the new ones by workspace. A click that exists is left alone. */
export async function insertClicks(client: Client, rows: ClickRow[]): Promise<NewClicks[]> {
  const values = names.map((name) => column(rows, name))
  const answer = await client.query<Omit<NewClicks, 'ids'> & { ids: string }>({ name: 'insert-clicks', text: insertStatement, values })
  return answer.rows.map((row) => ({ ...row, ids: idsOf(row.ids) }))
}

/**
 * Locks rows in the order of their ids, so that two transactions cannot deadlock. A statement of its own: one that locks a row and changes
 * it may wait for the row twice, the second time behind somebody who waits for the first.
 */
const lockInOrder = (client: Client, table: 'links' | 'workspaces', ids: readonly string[]) =>
  client.query({
    name: `lock-${table}`,
    text: `select count(*) from (select from ${table} where id = any($1) order by id for no key update) as locked`,
    values: [ids],
  })

/**
 * Adds to links' figures those of the clicks that were `added`. One of the time when another workspace had the link, or before its figures
 * began anew, is not the link's.
 */
export async function addToLinks(client: Client, clicks: readonly ClickRow[], added: readonly NewClicks[]): Promise<void> {
  const isNew = new Set(added.flatMap(({ ids }) => ids))
  const rows = clicks.filter(({ id }) => isNew.has(id))
  await lockInOrder(client, 'links', [...new Set(rows.map(({ link_id }) => link_id))])
  await client.query({
    name: 'add-to-links',
    text: `
      update links set clicks = links.clicks + counted.clicks, last_clicked = greatest(links.last_clicked, counted.last)
      from (
        select link_id, count(*) as clicks, max(at) as last
        from unnest($1::text[], $2::text[], $3::timestamptz[]) as row(link_id, workspace_id, at) join links on links.id = link_id
        where row.workspace_id in ('', links.workspace_id) and at >= coalesce(begun_anew_at, '-infinity') group by link_id
      ) as counted where links.id = counted.link_id`,
    values: [column(rows, 'link_id'), column(rows, 'workspace_id'), column(rows, 'timestamp')],
  })
}

/** Adds to the workspaces' figures. Answers those that want to be told of clicks; who has used up what the plan includes is told of none. */
export async function addToWorkspaces(client: Client, rows: { workspace_id: string; clicks: number }[]): Promise<Set<string>> {
  const ids = rows.map(({ workspace_id }) => workspace_id)
  await lockInOrder(client, 'workspaces', ids)
  const { rows: touched } = await client.query<{ id: string; hears: boolean }>(
    `update workspaces set usage = usage + added.clicks, total_clicks = total_clicks + added.clicks
     from unnest($1::text[], $2::int[]) as added(id, clicks) where workspaces.id = added.id
     returning workspaces.id, webhook_triggers @> '["link.clicked"]' and usage - added.clicks < usage_limit as hears`,
    [ids, rows.map(({ clicks }) => clicks)],
  )
  return new Set(touched.flatMap(({ id, hears }) => (hears ? [id] : [])))
}

export async function addExclusions(client: Client, exclusions: Exclusion[]): Promise<void> {
  await client.query(
    `insert into excluded_requests as known (workspace_id, link_id, day, reason, count)
     select workspace_id, link_id, day, reason, sum(count) from jsonb_to_recordset($1::jsonb) as row(workspace_id text, link_id text, day date, reason text, count bigint)
     group by workspace_id, day, link_id, reason order by workspace_id, day, link_id, reason
     on conflict (workspace_id, day, link_id, reason) do update set count = known.count + excluded.count`,
    [JSON.stringify(exclusions.map(({ workspaceId, linkId, ...rest }) => ({ ...rest, workspace_id: workspaceId, link_id: linkId })))],
  )
}

/** Makes the partition of the month in which the instant lies, where there is none; those ahead are made by a scheduled job. */
export async function ensurePartition(client: Client, at: string | Date, table = 'click_events'): Promise<void> {
  await client.query('select ensure_month_partition($1, $2)', [table, at])
}

/** Its id says when a click happened, so one month is read. */
export async function clickById(client: Client, id: string, at: Date): Promise<ClickRow | null> {
  const { rows } = await client.query<ClickRow>(`select ${names.join(', ')} from click_events where id = $1 and timestamp = $2`, [id, at])
  return rows[0] ?? null
}

/** Clicks by their ids, in the order of time; those that are gone are left out. */
export async function clicksByIds(client: Client, ids: readonly string[]): Promise<ClickRow[]> {
  const times = ids.map(clickIdTime)
  const { rows } = await client.query<ClickRow>(
    `select ${names.join(', ')} from click_events where id = any($1) and timestamp between $2 and $3 order by timestamp, id`,
    [ids, new Date(Math.min(...times)), new Date(Math.max(...times) + cookieLife)],
  )
  return rows
}

// A spool may come back long after its process died; a month is longer than anybody leaves a queue broken.
const batchMemory = '31 days'

export async function deletePastVisits(client: Client, now: Date): Promise<void> {
  await client.query(`delete from recent_visits where at < $1::timestamptz - interval '2 hours'`, [now])
  await client.query(`delete from click_batches where at < $1::timestamptz - interval '${batchMemory}'`, [now])
  await client.query(`delete from event_arrivals where at < $1::timestamptz - interval '25 hours'`, [now])
}
