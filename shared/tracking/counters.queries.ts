/** SQL that adds clicks to the counters of links and workspaces, inside the caller's transaction. */
import type pg from 'pg'
import { column, type NewClicks } from './click.queries.js'
import type { ClickRow } from './enrich-click.js'

type Client = Pick<pg.ClientBase, 'query'>

/**
 * Locks rows in the order of their ids, to avoid deadlocks. A separate statement, because one that locks and updates a row may wait for it
 * twice, the second time behind another transaction that waits for the first lock.
 */
export const lockInOrderQuery = (table: 'links' | 'workspaces', ids: readonly string[]) => ({
  name: `lock-${table}`,
  text: `select count(*) from (select from ${table} where id = any($1) order by id for no key update) as locked`,
  values: [ids],
})

interface LockedLink {
  /** Empty for a link without workspace. */
  workspaceId: string
  /** When its stats were reset, in milliseconds; before all times if never. */
  resetAt: number
}

/** Locks links like `lockInOrderQuery`, and returns what decides which of their clicks count: one text is read faster than a row for each. */
async function lockLinks(client: Client, ids: readonly string[]): Promise<Map<string, LockedLink>> {
  const { rows } = await client.query<{ links: string | null }>({
    name: 'lock-links-of-clicks',
    text: `
      select string_agg(concat_ws(' ', id, coalesce(workspace_id, ''), coalesce((1000 * extract(epoch from stats_reset_at))::text, '-Infinity')), ',')
        as links
      from (select id, workspace_id, stats_reset_at from links where id = any($1) order by id for no key update) as locked`,
    values: [ids],
  })
  const links = rows[0]?.links?.split(',') ?? []
  return new Map(
    links.map((link) => {
      const [id, workspaceId, resetAt] = link.split(' ') as [string, string, string]
      return [id, { workspaceId, resetAt: Number(resetAt) }]
    }),
  )
}

/**
 * Adds the new clicks to the counters of their links. Clicks from before the link moved to this workspace, or before its stats were reset,
 * do not count.
 */
export async function addToLinks(client: Client, clicks: readonly ClickRow[], added: readonly NewClicks[]): Promise<void> {
  const isNew = new Set(added.flatMap(({ ids }) => ids))
  const rows = clicks.filter(({ id }) => isNew.has(id))
  const links = await lockLinks(client, [...new Set(rows.map(({ link_id }) => link_id))])
  const counted = new Map<string, { id: string; clicks: number; last: Date }>()
  for (const { link_id: id, workspace_id, timestamp } of rows) {
    const link = links.get(id)
    if (!link || !['', link.workspaceId].includes(workspace_id) || timestamp.getTime() < link.resetAt) continue
    const { clicks, last } = counted.get(id) ?? { clicks: 0, last: timestamp }
    counted.set(id, { id, clicks: clicks + 1, last: last < timestamp ? timestamp : last })
  }
  if (counted.size === 0) return
  const counts = [...counted.values()]
  await client.query({
    name: 'add-to-links',
    text: `
      update links set clicks = links.clicks + counted.clicks, last_clicked = greatest(links.last_clicked, counted.last)
      from unnest($1::text[], $2::bigint[], $3::timestamptz[]) as counted(id, clicks, last) where links.id = counted.id`,
    values: [column(counts, 'id'), column(counts, 'clicks'), column(counts, 'last')],
  })
}

/** Adds to the counters of workspaces. Returns the workspaces that subscribe to click events and have not exceeded their plan. */
export async function addToWorkspaces(client: Client, rows: { workspace_id: string; clicks: number }[]): Promise<Set<string>> {
  const ids = rows.map(({ workspace_id }) => workspace_id)
  await client.query(lockInOrderQuery('workspaces', ids))
  const { rows: updated } = await client.query<{ id: string; subscribed: boolean }>(
    `update workspaces set usage = usage + added.clicks, total_clicks = total_clicks + added.clicks
     from unnest($1::text[], $2::int[]) as added(id, clicks) where workspaces.id = added.id
     returning workspaces.id, webhook_triggers @> '["link.clicked"]' and usage - added.clicks < usage_limit as subscribed`,
    [ids, rows.map(({ clicks }) => clicks)],
  )
  return new Set(updated.flatMap(({ id, subscribed }) => (subscribed ? [id] : [])))
}
