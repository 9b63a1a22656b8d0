/** How many links there are of each kind, beside the links. What changed and is not folded yet counts as well. */
import type { Part, Sql } from './check.js'
import { compare } from './rollups.queries.js'

const kind = ['tag_id', 'domain', 'folder_id', 'user_id', 'archived']
const texts = kind.map((column) => (column === 'archived' ? column : `coalesce(${column}, '') as ${column}`)).join(', ')

const statement = `
  with counted as (
    select links.*, '' as tag_id from links where workspace_id = $1
    union all select links.*, tag_id from links join link_tags on link_id = links.id where workspace_id = $1
  ),
  expected as (select ${texts}, count(*) as count from counted group by 1, 2, 3, 4, 5),
  found as (select ${texts}, sum(count)::bigint as count from link_counts_now where workspace_id = $1 group by 1, 2, 3, 4, 5),
  ${compare(['count'], kind)}`

export async function compareLinkCounts(sql: Sql, workspaceId: string): Promise<Part> {
  const { rows } = await sql.query<Part>(statement, [workspaceId])
  return rows[0] as Part
}
