/**
 * Leads and sales that changed and are not copied to ClickHouse yet. They are read before ClickHouse is, and replace its rows of the same
 * ids, so that a conversion counts from the moment of its transaction, whether it is copied meanwhile or not.
 */
import type pg from 'pg'
import { type ChangedConversion, changedConversionsSql, type ConversionKind } from '../../tracking/index.js'
import type { Selection } from '../event-store.js'

export interface PendingConversions {
  /** Of all changed events, including deleted ones. */
  ids: readonly string[]
  /** Current rows as JSON arrays of the copied columns. */
  rows: Record<ConversionKind, readonly string[]>
}

/** Null if there are none. */
export async function pendingConversions(pool: pg.Pool, { workspaceId, from, to }: Selection): Promise<PendingConversions | null> {
  const { rows } = await pool.query<ChangedConversion>({
    name: 'pending-conversions',
    text: changedConversionsSql('workspace_id = $1 and at >= $2 and at < $3'),
    values: [workspaceId, new Date(from), new Date(to)],
  })
  if (rows.length === 0) return null
  return {
    ids: rows.map(({ id }) => id),
    rows: { leads: rows.flatMap(({ leads }) => leads ?? []), sales: rows.flatMap(({ sales }) => sales ?? []) },
  }
}
