/** Partitions of the event tables by month: made ahead of time, and by whoever comes first where they were not. */
import type pg from 'pg'
import { ensurePartition } from './click.queries.js'

export const eventTables = ['click_events', 'lead_events', 'sale_events'] as const
export type EventTable = (typeof eventTables)[number]

const ready = new WeakMap<pg.Pool, Set<string>>()

/** Apart from the caller's transaction, so that making a table never holds up or rolls back events; asked once a month and process. */
export async function havePartition(pool: pg.Pool, table: EventTable, at: Date): Promise<void> {
  const known = ready.get(pool) ?? new Set()
  ready.set(pool, known)
  const name = `${table} ${at.toISOString().slice(0, 7)}`
  if (known.has(name)) return
  await ensurePartition(pool, at, table)
  known.add(name)
}
