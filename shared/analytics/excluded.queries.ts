/** Counts of redirects that were not counted as clicks. */
import type pg from 'pg'
import type { AttributeFilter, Selection } from './event-store.js'
import { linkConditions } from './link-properties.queries.js'
import { isAnyOf, SqlValues } from './postgres/sql-values.js'

export interface ExcludedFilter extends Pick<Selection, 'workspaceIds' | 'links'> {
  /** Only filters by link id apply: no other attribute of these requests is stored. */
  attributes: readonly AttributeFilter[]
  /** Dates, both inclusive. */
  firstDay: string
  lastDay: string
}

function filterConditions({ workspaceIds, attributes, links, firstDay, lastDay }: ExcludedFilter, values: SqlValues): string {
  const linkIds = attributes
    .filter(({ attribute }) => attribute === 'linkId')
    .map(({ values: accepted, negated }) => `${negated ? 'not ' : ''}link_id = any(${values.add(accepted)}::text[])`)
  const linkProperties =
    links.length > 0
      ? [`exists (select from links where links.id = link_id and ${linkConditions({ workspaceIds, links }, values).join(' and ')})`]
      : []
  return [
    isAnyOf('workspace_id', workspaceIds, 'text', values),
    `day between ${values.add(firstDay)} and ${values.add(lastDay)}`,
    ...linkIds,
    ...linkProperties,
  ].join(' and ')
}

export async function excludedByReason(pool: pg.Pool, filter: ExcludedFilter): Promise<{ reason: string; count: number }[]> {
  const values = new SqlValues()
  const { rows } = await pool.query(
    `select reason, sum(count)::bigint as count from excluded_requests where ${filterConditions(filter, values)}
     group by reason order by count desc, reason`,
    values.list,
  )
  return rows
}

export async function excludedByDay(pool: pg.Pool, filter: ExcludedFilter): Promise<{ day: string; reason: string; count: number }[]> {
  const values = new SqlValues()
  const { rows } = await pool.query(
    `select day::text, reason, sum(count)::bigint as count from excluded_requests where ${filterConditions(filter, values)}
     group by day, reason order by day, count desc, reason`,
    values.list,
  )
  return rows
}
