import { digestExpression, findDimension, type Sql } from '../../rollups/index.js'
import type { LinkClicks } from './click-store.js'

const linkDimension = findDimension(['linkId'])?.code

export async function countByCountry(
  sql: Sql,
  workspaceId: string,
  linkIds: readonly string[],
  { from, to }: { from: Date; to: Date },
): Promise<LinkClicks[]> {
  const { rows } = await sql.query<LinkClicks>(
    `select clicked.id as "linkId", place.parts[2] as country, count(*)::int as clicks
     from unnest($1::text[]) as clicked(id) join workspace_numbers n on n.workspace_id = $2
     join dimension_values value on value.workspace = n.no and value.dimension = ${linkDimension}
       and value.digest = ${digestExpression('clicked.id')}
     join click_events click on click.link = value.id join dimension_values place on place.id = click.place
     where click.timestamp >= $3 and click.timestamp < $4 group by 1, 2 order by 1, 2`,
    [linkIds, workspaceId, from, to],
  )
  return rows
}
