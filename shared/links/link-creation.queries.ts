/** SQL that inserts new links without a transaction around it. Creations in a transaction: `insertLink` in `link.queries.ts`. */
import type pg from 'pg'
import { queryPrepared } from '../kernel/db/prepared-query.js'
import { columnName } from '../kernel/db/row-mapper.js'
import type { Link } from './link.entity.js'

// Counts towards the workspace in the same statement if its row is free at once, and does not wait for it otherwise. Rows of
// pending_link_usage are only deleted by a transaction that holds the row of their workspace.
const addUsage = (created: string) => `
  pending as (
    delete from pending_link_usage as waiting using counted where waiting.workspace_id = counted.id
    returning waiting.workspace_id, waiting.links),
  usage as (
    update workspaces set links_usage = links_usage + added.links, total_links = total_links + added.links
    from (select workspace_id, sum(links) as links from (${created} select * from pending) as part group by workspace_id) as added
    where workspaces.id = added.workspace_id and workspaces.id in (select id from counted))`

const insertSql = `
  with inserted as (
    insert into links select new.* from jsonb_populate_recordset(null::links, $1::jsonb) as new order by new.domain, new.lookup_key
    on conflict do nothing returning id, workspace_id),
  created as (select workspace_id, count(*) as links from inserted group by workspace_id),
  counted as (
    select id from workspaces where id in (select workspace_id from created) order by id for no key update skip locked),
  ${addUsage('select * from created where workspace_id in (select id from counted) union all')},
  deferred as (
    insert into pending_link_usage (workspace_id, links)
    select workspace_id, links from created where workspace_id not in (select id from counted))
  select inserted.id, counted.id is null as "isUsagePending" from inserted left join counted on counted.id = inserted.workspace_id`

export interface InsertedLink {
  id: string
  /** Whether the usage of the workspace does not include the link yet. */
  isUsagePending: boolean
}

/** Inserts links of workspaces and counts their usage, all in one statement. Links whose key or external id is taken are left out. */
export function insertLinks(pool: pg.Pool, links: readonly Link[]): Promise<InsertedLink[]> {
  const rows = links.map((link) => Object.fromEntries(Object.entries(link).map(([property, value]) => [columnName(property), value])))
  return queryPrepared(pool, { name: 'insert-links', text: insertSql, values: [JSON.stringify(rows)] })
}

const addPendingSql = `
  with counted as (
    select id from workspaces where id in (select workspace_id from pending_link_usage) order by id for no key update),
  ${addUsage('')}
  select 1`

/** Adds pending usage to its workspaces. Waits for transactions that hold their rows. */
export async function addPendingLinkUsage(pool: pg.Pool): Promise<void> {
  await queryPrepared(pool, { name: 'add-pending-link-usage', text: addPendingSql })
}
