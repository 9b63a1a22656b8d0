/** What a reckoning moved, or would: sums by where the credit was and where it goes. */
import { executeBound } from '../../kernel/execute-bound.js'
import type { Scope } from '../../kernel/scope.js'

export interface Moved {
  event: 'lead' | 'sale'
  from: string
  to: string
  events: number
  /** Cents. */
  amount: number
}

export async function addMoves({ em }: Scope, errandId: string, moves: readonly Moved[]): Promise<void> {
  await executeBound(
    em,
    `insert into attribution_moves as known (errand_id, event, from_link, to_link, events, amount)
     select ?, event, "from", "to", events, amount from jsonb_to_recordset(?::jsonb) as given(event text, "from" text, "to" text, events bigint, amount bigint)
     on conflict (errand_id, event, from_link, to_link) do update set events = known.events + excluded.events, amount = known.amount + excluded.amount`,
    [errandId, JSON.stringify(moves)],
  )
}

export type NamedMove = Moved & { fromShortLink: string | null; toShortLink: string | null }

/** The largest first. */
export const movesOf = ({ em }: Scope, errandId: string): Promise<NamedMove[]> =>
  executeBound(
    em,
    `select event, from_link as "from", to_link as "to", events, amount, f.short_link as "fromShortLink", t.short_link as "toShortLink"
     from attribution_moves left join links f on f.id = from_link left join links t on t.id = to_link
     where errand_id = ? order by event, events desc, from_link, to_link`,
    [errandId],
  )
