/** SQL of what arrived, in the order in which it is told. */
import type pg from 'pg'
import type { EventKind } from '../event-store.js'
import type { Position } from './position.js'

/** Events of one kind that one statement stored. */
export interface Arrival {
  tx: string
  no: string
  kind: EventKind
  ids: string[]
  /** The first and the last instant of theirs. */
  first: Date
  last: Date
}

export interface Standing {
  /** Every transaction before this one has ended: none of its arrivals is missing. */
  horizon: string
  /** No transaction has this number yet. */
  next: string
  /** What arrived beyond the horizon already, as `tx.no`. */
  beyond: string[]
}

/** How things stand now. */
export async function standingOf(pool: pg.Pool, workspaceId: string): Promise<Standing> {
  const { rows } = await pool.query<Standing>(
    `select horizon::text, pg_snapshot_xmax(pg_current_snapshot())::text as next, array(select tx || '.' || no from event_arrivals where workspace_id = $1 and tx >= horizon) as beyond
     from pg_snapshot_xmin(pg_current_snapshot()) as horizon`,
    [workspaceId],
  )
  return rows[0] as Standing
}

/** The arrivals from there on, as far as no transaction that is still open can add any between them; and how far that is. */
export async function arrivalsFrom(
  pool: pg.Pool,
  workspaceId: string,
  { tx, no }: Position,
  most: number,
): Promise<{ arrivals: Arrival[]; horizon: string }> {
  const { rows } = await pool.query<Arrival & { horizon: string }>({
    name: 'event-arrivals-from',
    text: `select horizon::text, arrived.* from pg_snapshot_xmin(pg_current_snapshot()) as horizon left join lateral (
        select tx::text, no::text, kind, ids, first, last from event_arrivals where workspace_id = $1 and (tx, no) >= ($2::xid8, $3::bigint) and tx < horizon order by event_arrivals.tx, event_arrivals.no limit $4
      ) as arrived on true`,
    values: [workspaceId, tx, no, most],
  })
  return { arrivals: rows.filter(({ ids }) => ids !== null), horizon: rows[0]?.horizon ?? tx }
}
