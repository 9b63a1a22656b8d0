/** SQL that reads clicks with their texts. */
import type { Sql } from '../rollups/index.js'
import { decodeClick, decodedColumns, type EncodedClick } from './click-values.js'
import type { ClickRow } from './enrich-click.js'

const partsOfValues = decodedColumns.map(
  ({ column }) => `(select parts from dimension_values where dimension_values.id = click.${column}) as ${column}`,
)

/**
 * Rows of `click_events` with their values, to be decoded by `decodeClick`. Like the view `clicks`, but without its dozen joins, which take
 * longer to plan than a few clicks take to read.
 */
export const decodedClicksSql = (source: string) => `
  select id, timestamp, (select workspace_id from workspace_numbers where no = click.workspace) as workspace_id,
    encode(substring(identity_hash for 8), 'hex') as identity_hash, ip, ${partsOfValues.join(', ')}
  from ${source} as click`

/** Clicks by a condition on `click_events`. With a name, the statement is prepared. */
export async function findDecodedClicks(sql: Sql, condition: string, values: unknown[], name?: string): Promise<ClickRow[]> {
  const text = decodedClicksSql(`(select * from click_events where ${condition})`)
  const { rows } = await sql.query<EncodedClick>(name === undefined ? { text, values } : { name, text, values })
  return rows.map(decodeClick)
}
