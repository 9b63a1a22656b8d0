/** Monthly partitions of the event tables. A job creates them ahead of time; the first event of a month without one creates it. */
import type pg from 'pg'
import { ensurePartition } from './click.queries.js'

export const eventTables = ['click_events', 'lead_events', 'sale_events'] as const
export type EventTable = (typeof eventTables)[number]

const knownPartitions = new WeakMap<pg.Pool, Set<string>>()

/**
 * Runs outside the caller's transaction, so that creating a table neither delays nor rolls back events. Queries once per month, table and
 * process.
 */
export async function ensureEventPartition(pool: pg.Pool, table: EventTable, at: Date): Promise<void> {
  const partitions = knownPartitions.get(pool) ?? new Set()
  knownPartitions.set(pool, partitions)
  const name = `${table} ${at.toISOString().slice(0, 7)}`
  if (partitions.has(name)) return
  await ensurePartition(pool, at, table)
  partitions.add(name)
}
