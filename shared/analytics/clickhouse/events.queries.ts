import { conversionColumns, conversionStructure } from '../../tracking/index.js'
import type { EventKind, Selection } from '../event-store.js'
import { manyTexts, type Resolved, selectionConditions } from './conditions.queries.js'
import { linesTable } from './literals.js'
import type { PendingConversions } from './pending-conversions.queries.js'

export interface EventQuery {
  selection: Selection
  resolved: Resolved
  /** Null if everything is copied. */
  pending: PendingConversions | null
}

/** What follows `from` in a query about the selected events of a kind. Their table is named `events`. */
export function eventsOf(kind: EventKind, { selection, resolved, pending }: EventQuery, moreConditions: readonly string[] = []): string {
  const conditions = [...selectionConditions(kind, selection, resolved), ...moreConditions].join(' and ')
  if (kind === 'clicks') return `clicks as events where ${conditions}`
  const stored = `${kind} as events final where ${conditions}`
  if (!pending) return stored
  const columns = conversionColumns(kind).join(', ')
  const current = `${linesTable(conversionStructure(kind), pending.rows[kind])} as events where ${conditions}`
  return `(select ${columns} from ${stored} and id not in ${manyTexts(pending.ids)} union all select ${columns} from ${current}) as events`
}
