/** SQL of click blocks: clicks that are counted and not in ClickHouse yet. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { days, hours } from '../../kernel/time.js'
import type { ClickRow } from '../enrich-click.js'
import type { BlockedClick } from './click-rows.js'
import type { ClickReference, Client } from './click-store.js'

/** Ids of clicks are known for this long. Older clicks come from spools and imports only. */
export const recentClicksMs = days(1)

/** Records the ids of clicks; returns those that were not recorded before. In the order of ids, so that transactions cannot deadlock. */
export async function recordClickIds(client: Client, rows: readonly ClickRow[]): Promise<Set<string>> {
  const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const { rows: added } = await client.query<{ id: string }>({
    name: 'record-click-ids',
    text: `insert into recent_clicks (id, at) select * from unnest($1::text[], $2::timestamptz[]) on conflict do nothing returning id`,
    values: [arrayLiteral(sorted.map(({ id }) => id)), arrayLiteral(sorted.map(({ timestamp }) => timestamp.toISOString()))],
  })
  return new Set(added.map(({ id }) => id))
}

export async function findRecentClickIds(client: Client, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>('select id from recent_clicks where id = any($1)', [ids])
  return new Set(rows.map(({ id }) => id))
}

export const deleteClickIds = (client: Client, ids: readonly string[]) =>
  client.query('delete from recent_clicks where id = any($1)', [arrayLiteral(ids)])

export const deleteOldClickIds = (client: Client, now: Date) =>
  client.query('delete from recent_clicks where at < $1', [new Date(now.getTime() - recentClicksMs - hours(1))])

export async function insertClickBlock(client: Client, id: string, rows: readonly ClickRow[], content: string): Promise<void> {
  const times = rows.map(({ timestamp }) => timestamp.getTime())
  await client.query({
    name: 'insert-click-block',
    text: 'insert into click_blocks (id, first, last, workspaces, ids, content) values ($1, $2, $3, $4, $5, $6)',
    values: [
      id,
      new Date(Math.min(...times)),
      new Date(Math.max(...times)),
      arrayLiteral([...new Set(rows.map(({ workspace_id }) => workspace_id))]),
      arrayLiteral(rows.map((row) => row.id)),
      content,
    ],
  })
}

export interface ClickBlock {
  id: string
  content: string
}

/** Locks and returns the oldest block after the given one that no other transaction writes. */
export async function lockClickBlock(client: Client, after: string): Promise<ClickBlock | undefined> {
  const { rows } = await client.query<ClickBlock>({
    name: 'lock-click-block',
    text: 'select id, content from click_blocks where id > $1 order by id limit 1 for update skip locked',
    values: [after],
  })
  return rows[0]
}

/** Deletes a written block and records its clicks for live streams. */
export async function finishClickBlock(client: Client, id: string, rows: readonly BlockedClick[]): Promise<void> {
  await client.query({ name: 'delete-click-block', text: 'delete from click_blocks where id = $1', values: [id] })
  await client.query({
    name: 'record-click-arrivals',
    text: `
      insert into event_arrivals (workspace_id, kind, ids, first, last)
      select workspace_id, 'clicks', array_agg(id order by at, id), min(at), max(at)
      from unnest($1::text[], $2::text[], $3::timestamptz[]) as click(workspace_id, id, at) where workspace_id <> '' group by workspace_id`,
    values: [
      arrayLiteral(rows.map(({ workspace_id }) => workspace_id)),
      arrayLiteral(rows.map((row) => row.id)),
      arrayLiteral(rows.map(({ at }) => at)),
    ],
  })
}

/** Contents of the blocks that hold one of the clicks. */
export async function findBlocksOfClicks(client: Client, clicks: readonly ClickReference[]): Promise<string[]> {
  const times = clicks.map(({ at }) => at.getTime())
  const { rows } = await client.query<{ content: string }>({
    name: 'find-blocks-of-clicks',
    text: 'select content from click_blocks where last >= $2 and first <= $3 and ids && $1::text[]',
    values: [arrayLiteral(clicks.map(({ id }) => id)), new Date(Math.min(...times)), new Date(Math.max(...times))],
  })
  return rows.map(({ content }) => content)
}

/** Whether clicks of the workspace, or any clicks, wait in blocks that are at most as new as the given one. */
export async function hasClickBlocks(client: Client, lastId: string, workspaceId: string | null): Promise<boolean> {
  const { rows } = await client.query('select from click_blocks where id <= $1 and ($2::text is null or $2 = any(workspaces)) limit 1', [
    lastId,
    workspaceId,
  ])
  return rows.length > 0
}
