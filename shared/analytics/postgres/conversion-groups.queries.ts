/** Leads and sales by group. They are few beside clicks, so they are counted one by one. */
import type { Selection } from '../event-store.js'
import { eventConditions } from './conditions.queries.js'
import { eventTables } from './sources.js'
import { instant, type Values } from './statement.js'

export type Conversion = 'leads' | 'sales'

const sums: Record<Conversion, string> = { leads: 'count(*) as leads', sales: 'sum(sales) as sales, sum(amount) as "saleAmount"' }

/** A row of `key1`, `key2`, … and the sums for each combination of the columns that there is. */
export function conversionsBy(kind: Conversion, selection: Selection, columns: readonly string[], values: Values): string {
  const conditions = [...eventConditions(kind, selection, values), `timestamp >= ${values.add(instant(selection.from))}`, `timestamp < ${values.add(instant(selection.to))}`]
  const keys = columns.map((column, place) => `${column} as key${place + 1}`).join(', ')
  return `select ${keys}, ${sums[kind]} from ${eventTables[kind]}\nwhere ${conditions.join(' and ')} group by ${columns.map((_, place) => place + 1).join(', ')}`
}
