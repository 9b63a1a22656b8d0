/** Clicks by group: from rollups and facts as far as they reach, from the clicks themselves after that. */
import { type Attribute, attributes, type Kind, kindOf } from '../../tracking/index.js'
import type { Selection } from '../event-store.js'
import { eventConditions } from './conditions.queries.js'
import { foldedParts, type NumberFilter, seriesOf } from './folded.queries.js'
import type { Plan } from './plan.js'
import { clickSource as source } from './sources.js'
import { instant, type Values } from './statement.js'

/** What is known before the statement is written. */
export interface Standing {
  watermark: number
  /** Null until the workspace has folded events. */
  workspace: number | null
  filters: NumberFilter[]
}

export interface Clicks {
  selection: Selection
  plan: Plan
  standing: Standing
}

/** A row of `key1`, the number of the span, and `clicks` for each span that has any; without `starts` all time is one span. */
export function clicksByTime(clicks: Clicks, starts: readonly number[] | null, values: Values): string {
  const parts = [...folded(clicks, { by: null, starts }, values), ...tail(clicks, () => [`${seriesOf('timestamp', starts, values)} as series`, '0 as value'], values)]
  return `select series::text as key1, sum(count) as clicks from (${union(parts, 'series, value, count')}) as part\ngroup by series`
}

/** A row of `key1`, `key2`, … and `clicks` for each combination that there is. */
export function clicksByAttributes(clicks: Clicks, wanted: readonly Attribute[], values: Values): string {
  const { from } = clicks.plan
  const kind = typeof from === 'object' ? from : (kindOf(wanted) as Kind)
  const parts = folded(clicks, { by: kind, starts: null }, values)
  const texts = wanted.map((one, place) => `parts[${kind.parts.indexOf(one) + 1}] as key${place + 1}`).join(', ')
  const summed = `select ${texts}, count from (select value, sum(count) as count from (${union(parts, 'value, count')}) as part group by value) as summed join rollup_values on rollup_values.id = summed.value`
  const unfolded = tail(clicks, () => wanted.map((one, place) => `${attributes[one]} as key${place + 1}`), values)
  const keys = wanted.map((_, place) => `key${place + 1}`).join(', ')
  return `select ${keys}, sum(count) as clicks from (${union([...(parts.length > 0 ? [summed] : []), ...unfolded], `${keys}, count`)}) as part group by ${keys}`
}

/** All rows of the parts; of no part, no rows. */
const union = (parts: string[], columns: string) =>
  parts.length > 0 ? parts.join('\n  union all') : `select ${columns.split(', ').map((one) => `${one.startsWith('key') ? 'null::text' : '0'} as ${one}`).join(', ')} where false`

const folded = ({ plan, standing }: Clicks, { by, starts }: { by: Kind | null; starts: readonly number[] | null }, values: Values) =>
  standing.workspace === null ? [] : foldedParts({ source, plan, workspace: standing.workspace, filters: standing.filters, by, starts }, values)

/** What is not folded yet, grouped by the columns. */
function tail({ selection, plan }: Clicks, columns: () => string[], values: Values): string[] {
  if (!plan.tail) return []
  const grouped = columns()
  const conditions = [...eventConditions('clicks', selection, values), `timestamp >= ${values.add(instant(plan.tail.from))}`, `timestamp < ${values.add(instant(plan.tail.to))}`]
  return [`
  select ${grouped.join(', ')}, count(*) as count from ${source.events}
  where ${conditions.join(' and ')} group by ${grouped.map((_, place) => place + 1).join(', ')}`]
}
