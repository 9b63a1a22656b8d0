/** Counts of requests that were followed and not counted. */
import type pg from 'pg'
import type { AttributeFilter, Selection } from './event-store.js'
import { linkConditions } from './postgres/conditions.queries.js'
import { Values } from './postgres/statement.js'

export interface ExcludedDays extends Pick<Selection, 'workspaceId' | 'links'> {
  /** Of these filters only those by link id can apply: nothing else is known of such a request. */
  attributes: readonly AttributeFilter[]
  /** Dates, both included. */
  first: string
  last: string
}

function matching({ workspaceId, attributes, links, first, last }: ExcludedDays, values: Values): string {
  const ids = attributes
    .filter(({ attribute }) => attribute === 'linkId')
    .map(({ values: wanted, negated }) => `${negated ? 'not ' : ''}link_id = any(${values.add(wanted)}::text[])`)
  const ofLinks =
    links.length > 0
      ? [`exists (select from links where links.id = link_id and ${linkConditions({ workspaceId, links }, values).join(' and ')})`]
      : []
  return [`workspace_id = ${values.add(workspaceId)}`, `day between ${values.add(first)} and ${values.add(last)}`, ...ids, ...ofLinks].join(
    ' and ',
  )
}

export async function excludedByReason(pool: pg.Pool, asked: ExcludedDays): Promise<{ reason: string; count: number }[]> {
  const values = new Values()
  const { rows } = await pool.query(
    `select reason, sum(count)::bigint as count from excluded_requests where ${matching(asked, values)} group by reason order by count desc, reason`,
    values.list,
  )
  return rows
}

export async function excludedByDay(pool: pg.Pool, asked: ExcludedDays): Promise<{ day: string; reason: string; count: number }[]> {
  const values = new Values()
  const { rows } = await pool.query(
    `select day::text, reason, sum(count)::bigint as count from excluded_requests where ${matching(asked, values)} group by day, reason order by day, count desc, reason`,
    values.list,
  )
  return rows
}
