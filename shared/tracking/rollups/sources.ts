import { type Kind, kinds } from './kinds.js'

/** One sort of event that is added up ahead: where it lies, and what of it is counted. Whoever recounts goes through these rows. */
export interface RollupSource {
  /** One row for each event, with the columns that `attributes` names. */
  events: string
  facts: string
  totals: string
  rollups: string
  /** A table of one row: everything before its instant is in facts and rollups. */
  watermark: string
  kinds: readonly Kind[]
  /** Column of totals and rollups -> how it is reckoned, from events and from facts. */
  measures: Record<string, { ofEvents: string; ofFacts: string }>
}

export const rollupSources: readonly RollupSource[] = [
  { events: 'click_events', facts: 'click_facts', totals: 'click_totals', rollups: 'click_rollups', watermark: 'click_watermark', kinds, measures: { clicks: { ofEvents: 'count(*)', ofFacts: 'count(*)' } } },
]
