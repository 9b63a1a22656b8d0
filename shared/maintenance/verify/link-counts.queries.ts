/** Compares link counts with the links. Pending count changes are included. */
import { type CheckResult, comparisonSql, type Sql } from '../../rollups/index.js'

const dimensions = ['tag_id', 'domain', 'folder_id', 'user_id', 'archived']
const dimensionColumns = dimensions.map((column) => (column === 'archived' ? column : `coalesce(${column}, '') as ${column}`)).join(', ')

const statement = `
  with counted as (
    select links.*, '' as tag_id from links where workspace_id = $1
    union all select links.*, tag_id from links join link_tags on link_id = links.id where workspace_id = $1
  ),
  expected as (select ${dimensionColumns}, count(*) as count from counted group by 1, 2, 3, 4, 5),
  found as (select ${dimensionColumns}, sum(count)::bigint as count from link_counts_now where workspace_id = $1 group by 1, 2, 3, 4, 5),
  ${comparisonSql(['count'], dimensions)}`

export async function compareLinkCounts(sql: Sql, workspaceId: string): Promise<CheckResult> {
  const { rows } = await sql.query<CheckResult>(statement, [workspaceId])
  return rows[0] as CheckResult
}
