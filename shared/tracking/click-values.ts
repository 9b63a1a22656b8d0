/** Dictionary encoding of clicks: texts as numbers of `dimension_values`. */
import {
  type Attribute,
  attributeColumns,
  clickDimensions,
  ensureWorkspaceNos,
  type Sql,
  type ValueCache,
  ValueDictionary,
} from '../rollups/index.js'
import type { ClickRow } from './enrich-click.js'

/** Fields of a click whose texts are parts of values. */
type TextField = Exclude<keyof ClickRow, 'id' | 'timestamp' | 'workspace_id' | 'identity_hash' | 'ip' | 'qr'>

/** A region is stored together with its country, which its column of SQL adds. */
const fieldOf = (attribute: Attribute) => (attribute === 'region' ? 'region' : attributeColumns[attribute]) as TextField

interface EncodedColumn {
  column: string
  /** Stored in `dimension_values`. Never reused. */
  code: number
  fields: readonly TextField[]
}

/** Texts by which nothing is counted. */
const details: readonly EncodedColumn[] = [
  { column: 'address', code: 12, fields: ['domain', 'key'] },
  {
    column: 'device_details',
    code: 13,
    fields: ['device_vendor', 'device_model', 'browser_version', 'engine', 'engine_version', 'os_version', 'cpu_architecture'],
  },
  { column: 'user_agent', code: 14, fields: ['ua'] },
  { column: 'coordinates', code: 15, fields: ['latitude', 'longitude'] },
]

/** Columns of `click_events` that hold numbers of values. */
export const encodedColumns: readonly EncodedColumn[] = [
  ...clickDimensions.map(({ column, code, attributes }) => ({
    column,
    code,
    fields: attributes.map(fieldOf),
  })),
  ...details,
]

/** The part of a value that holds the field. A region's is unique without its country. */
const partOf = (click: ClickRow, field: TextField) => (field === 'region' ? `${click.country}-${click.region}` : click[field])

/** The numbers of the clicks' workspaces and values, a list per column: workspaces first, then the columns in their order. */
export async function encodeClicks(sql: Sql, cache: ValueCache, clicks: readonly ClickRow[]): Promise<number[][]> {
  const workspaces = await ensureWorkspaceNos(sql, [...new Set(clicks.map(({ workspace_id }) => workspace_id))], cache)
  const dictionary = new ValueDictionary(cache)
  const values = encodedColumns.map((column) =>
    clicks.map((click) =>
      dictionary.valueOf(
        workspaces.get(click.workspace_id) as number,
        column,
        column.fields.map((field) => partOf(click, field)),
      ),
    ),
  )
  await dictionary.resolve(sql)
  return [
    clicks.map(({ workspace_id }) => workspaces.get(workspace_id) as number),
    ...values.map((column) => column.map(({ id }) => id as number)),
  ]
}

/** Columns whose values contain every text; the others repeat some of them. */
export const decodedColumns = encodedColumns.filter(({ column }) => !['country', 'market', 'referer'].includes(column))

/** A row of `click_events` with the parts of its values instead of their numbers. */
export type EncodedClick = Pick<ClickRow, 'id' | 'timestamp' | 'workspace_id' | 'identity_hash' | 'ip'> & Record<string, unknown>

export function decodeClick({ id, timestamp, workspace_id, identity_hash, ip, ...values }: EncodedClick): ClickRow {
  // A value is null once it is erased.
  const texts = decodedColumns.flatMap(({ column, fields }) => {
    const parts = values[column] as string[] | null
    return fields.map((field, index) => [field, parts?.[index] ?? ''] as const)
  })
  const click = { id, timestamp, workspace_id, identity_hash, ip, ...(Object.fromEntries(texts) as Record<TextField, string>) }
  return { ...click, qr: click.trigger === 'qr', region: click.region.slice(`${click.country}-`.length) }
}
