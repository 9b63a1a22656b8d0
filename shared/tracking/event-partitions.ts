/** Monthly partitions of the event tables. A job creates them ahead of time; the first event of a month without one creates it. */
import type pg from 'pg'
import { ensurePartition } from './click.queries.js'

export const eventTables = ['click_events', 'lead_events', 'sale_events'] as const
export type EventTable = (typeof eventTables)[number]

const knownPartitions = new WeakMap<pg.Pool, Set<string>>()

/**
 * Runs outside the caller's transaction, so that creating a table neither delays nor rolls back events. Queries once per process, table and
 * month; for earlier months at each call, because the operator may have dropped their partitions meanwhile.
 */
export async function ensureEventPartition(pool: pg.Pool, table: EventTable, at: Date): Promise<void> {
  const partitions = knownPartitions.get(pool) ?? new Set()
  knownPartitions.set(pool, partitions)
  const month = at.toISOString().slice(0, 7)
  const name = `${table} ${month}`
  if (partitions.has(name)) return
  await ensurePartition(pool, at, table)
  if (month >= new Date().toISOString().slice(0, 7)) partitions.add(name)
}
