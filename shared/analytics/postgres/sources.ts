/** The tables in which events lie. */
import type { EventKind } from '../event-store.js'

/** One row for each event, partitioned by month, with the columns that `attributes` names. */
export const eventTables = { clicks: 'click_events', leads: 'lead_events', sales: 'sale_events' } as const satisfies Record<EventKind, string>

/** What is added up ahead, and of what. */
export interface Source {
  events: string
  facts: string
  totals: string
  rollups: string
  /** What these count. */
  counter: string
  watermark: string
}

export const clickSource: Source = { events: eventTables.clicks, facts: 'click_facts', totals: 'click_totals', rollups: 'click_rollups', counter: 'clicks', watermark: 'click_watermark' }
