/** SQL of arrivals: batches of stored events in the order in which streams deliver them. */
import type pg from 'pg'
import type { EventKind } from '../event-store.js'
import type { StreamPosition } from './stream-position.js'

/** Events of one kind that were stored by one statement. */
export interface Arrival {
  tx: string
  no: string
  kind: EventKind
  ids: string[]
  /** Timestamps of the earliest and the latest of these events. */
  first: Date
  last: Date
}

export interface StreamHead {
  /** All transactions before this one have ended, so none of their arrivals is missing. */
  horizon: string
  /** The next transaction id that will be assigned. */
  nextTx: string
  /** Arrivals at or after the horizon that are already visible, as `tx.no`. */
  pastHorizon: string[]
}

export async function readStreamHead(pool: pg.Pool, workspaceId: string): Promise<StreamHead> {
  const { rows } = await pool.query<StreamHead>(
    `select horizon::text, pg_snapshot_xmax(pg_current_snapshot())::text as "nextTx",
       array(select tx || '.' || no from event_arrivals where workspace_id = $1 and tx >= horizon) as "pastHorizon"
     from pg_snapshot_xmin(pg_current_snapshot()) as horizon`,
    [workspaceId],
  )
  return rows[0] as StreamHead
}

/** Arrivals from the position up to the horizon: no open transaction can add any between them. */
export async function readArrivals(
  pool: pg.Pool,
  workspaceId: string,
  { tx, no }: StreamPosition,
  limit: number,
): Promise<{ arrivals: Arrival[]; horizon: string }> {
  const { rows } = await pool.query<Arrival & { horizon: string }>({
    name: 'event-arrivals',
    text: `select horizon::text, arrived.* from pg_snapshot_xmin(pg_current_snapshot()) as horizon left join lateral (
        select tx::text, no::text, kind, ids, first, last from event_arrivals
        where workspace_id = $1 and (tx, no) >= ($2::xid8, $3::bigint) and tx < horizon
        order by event_arrivals.tx, event_arrivals.no limit $4
      ) as arrived on true`,
    values: [workspaceId, tx, no, limit],
  })
  return { arrivals: rows.filter(({ ids }) => ids !== null), horizon: rows[0]?.horizon ?? tx }
}
