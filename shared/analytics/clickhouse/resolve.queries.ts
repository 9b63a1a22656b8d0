/** What a query of ClickHouse needs from PostgreSQL, read at the time of the query: links and customers have no copy. */
import type pg from 'pg'
import type { LinkField, Selection } from '../event-store.js'
import { linkConditions, linkProperties } from '../link-properties.queries.js'
import { SqlValues } from '../postgres/sql-values.js'
import type { ClickKey, Resolved } from './conditions.queries.js'

export async function resolveSelection(pool: pg.Pool, selection: Selection, ofExistingLinks: boolean): Promise<Resolved> {
  const [linkIds, customerClicks] = await Promise.all([
    selection.links.length > 0 || ofExistingLinks ? matchingLinks(pool, selection) : null,
    selection.customerId === undefined ? null : clicksOfCustomer(pool, selection.workspaceIds, selection.customerId),
  ])
  return { linkIds, customerClicks }
}

/** One text is much faster to receive than one row for each of a million links. */
async function matchingLinks(pool: pg.Pool, selection: Selection): Promise<string[]> {
  const values = new SqlValues()
  const { rows } = await pool.query<{ ids: string | null }>(
    `select string_agg(id, ' ') as ids from links where ${linkConditions(selection, values).join(' and ')}`,
    values.list,
  )
  return rows[0]?.ids?.split(' ') ?? []
}

async function clicksOfCustomer(pool: pg.Pool, workspaceIds: readonly string[], customerId: string): Promise<ClickKey[]> {
  const { rows } = await pool.query<{ id: string; at: Date }>(
    'select distinct click_id as id, clicked_at as at from lead_events where customer_id = $1 and workspace_id = any($2::text[])',
    [customerId, workspaceIds],
  )
  return rows.map(({ id, at }) => ({ id, at: at.getTime() }))
}

/** A value of a link property, and the ids of the matching links that have it, separated by spaces. */
export type LinkGroup = [key: string, linkIds: string]

/** Nothing for a property that no link has. */
export async function linkGroups(pool: pg.Pool, selection: Selection, field: LinkField): Promise<LinkGroup[]> {
  const property = linkProperties[field]
  if (!property) return []
  const values = new SqlValues()
  const conditions = [...linkConditions(selection, values), `${property.column} is not null`].join(' and ')
  const { rows } = await pool.query<LinkGroup>({
    text: `select ${property.column}, string_agg(links.id, ' ') from links${property.join} where ${conditions} group by 1`,
    values: values.list,
    rowMode: 'array',
  })
  return rows
}
