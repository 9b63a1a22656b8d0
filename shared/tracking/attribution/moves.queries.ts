/** SQL of attribution moves: what a recomputation moved, or would move, summed by old and new link. */
import type { InWorkspace } from '../../accounts/index.js'
import { executeBound } from '../../kernel/db/execute-bound.js'
import type { Scope } from '../../kernel/scope.js'

export interface AttributionMove {
  event: 'lead' | 'sale'
  from: string
  to: string
  events: number
  /** Cents. */
  amount: number
}

export async function addMoves({ em }: Scope, operationId: string, moves: readonly AttributionMove[]): Promise<void> {
  await executeBound(
    em,
    `insert into attribution_moves as existing (operation_id, event, from_link, to_link, events, amount)
     select ?, event, "from", "to", events, amount
     from jsonb_to_recordset(?::jsonb) as move(event text, "from" text, "to" text, events bigint, amount bigint)
     on conflict (operation_id, event, from_link, to_link) do update set events = existing.events + excluded.events,
     amount = existing.amount + excluded.amount`,
    [operationId, JSON.stringify(moves)],
  )
}

export type NamedMove = AttributionMove & { fromShortLink: string | null; toShortLink: string | null }

/** Largest first. */
export const listMoves = ({ em }: Scope, operationId: string): Promise<NamedMove[]> =>
  executeBound(
    em,
    `select event, from_link as "from", to_link as "to", events, amount, f.short_link as "fromShortLink", t.short_link as "toShortLink"
     from attribution_moves left join links f on f.id = from_link left join links t on t.id = to_link
     where operation_id = ? order by event, events desc, from_link, to_link`,
    [operationId],
  )

/** Notes that events moved to other links. Call it last: it locks the workspace. */
export async function noteRecomputation({ em, workspace, now }: InWorkspace): Promise<void> {
  await em.execute('update workspaces set attribution_recomputed_at = ? where id = ?', [now(), workspace.id])
}
