/** The tables of each kind of event. Kinds that nothing records have none, and every question about them is answered with nothing. */
import type { EventKind } from '../event-store.js'

export interface Source {
  /** One row for each event, partitioned by month, with the columns that `attributes` names. */
  events: string
  facts: string
  totals: string
  rollups: string
  /** What these count. */
  counter: string
  watermark: string
}

export const sources: Partial<Record<EventKind, Source>> = {
  clicks: { events: 'click_events', facts: 'click_facts', totals: 'click_totals', rollups: 'click_rollups', counter: 'clicks', watermark: 'click_watermark' },
}
