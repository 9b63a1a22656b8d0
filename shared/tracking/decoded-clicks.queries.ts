/** SQL that reads clicks with their texts. */
import type { Sql } from '../rollups/index.js'
import { decodeClick, decodedColumns, type EncodedClick } from './click-values.js'
import type { ClickRow } from './enrich-click.js'

const partsOfValues = decodedColumns.map(
  ({ column }) => `(select parts from rollup_values where rollup_values.id = click.${column}) as ${column}`,
)

/**
 * Rows of `click_events` with their values, to be decoded by `decodeClick`. Like the view `clicks`, but without its dozen joins, which take
 * longer to plan than a few clicks take to read.
 */
export const decodedClicksSql = (source: string) => `
  select id, timestamp, (select workspace_id from rollup_workspaces where no = click.workspace) as workspace_id,
    encode(identity_hash, 'hex') as identity_hash, ip, ${partsOfValues.join(', ')}
  from ${source} as click`

export async function findDecodedClicks(sql: Sql, condition: string, values: unknown[]): Promise<ClickRow[]> {
  const { rows } = await sql.query<EncodedClick>(decodedClicksSql(`(select * from click_events where ${condition})`), values)
  return rows.map(decodeClick)
}
