import type { Scope } from '../../kernel/scope.js'

/** The ranking of programs without one of an operator. */
export const lowestRanking = 2_147_483_647

/** Returns the number of changed programs. */
export async function setRankings({ em, now }: Pick<Scope, 'em' | 'now'>, rankings: ReadonlyMap<string, number>): Promise<number> {
  const rows: unknown[] = await em.execute(
    `update programs p set marketplace_ranking = r.value::integer, updated_at = ? from jsonb_each_text(?::jsonb) r
     where p.id = r.key and p.added_to_marketplace_at is not null returning 1`,
    [now(), JSON.stringify(Object.fromEntries(rankings))],
  )
  return rows.length
}
