/** SQL of new commissions that fraud detection did not check yet. Aggregation leaves them out. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import type { PartnerRef } from './pending-earnings.queries.js'

export async function markUnchecked({ em }: Scope, commissionIds: readonly string[]): Promise<void> {
  await em.execute('insert into unchecked_commissions (commission_id) select unnest(?::text[]) on conflict do nothing', [
    arrayLiteral(commissionIds),
  ])
}

/**
 * The commissions of the partner may be paid out from now on, unless they are held. Those that a merge moved to another account stay
 * unchecked: they were not found, and are checked for that account.
 */
export async function markChecked({ em }: Scope, { programId, partnerId }: PartnerRef, commissionIds: readonly string[]): Promise<void> {
  await em.execute(
    `delete from unchecked_commissions using commissions c
     where c.id = commission_id and c.program_id = ? and c.partner_id = ? and commission_id = any (?::text[])`,
    [programId, partnerId, arrayLiteral(commissionIds)],
  )
}

export interface UncheckedCommissions extends PartnerRef {
  commissionIds: string[]
}

/** Unchecked commissions by partner, of one program or of all, after a position, at most `limit` partners. */
export async function uncheckedCommissions(
  { em }: Scope,
  programId: string | null,
  after: PartnerRef | null,
  limit: number,
): Promise<UncheckedCommissions[]> {
  return em.execute(
    `select c.program_id as "programId", c.partner_id as "partnerId", array_agg(c.id) as "commissionIds"
     from unchecked_commissions join commissions c on c.id = commission_id
     where (?::text is null or c.program_id = ?) and (c.program_id, c.partner_id) > (?, ?)
     group by 1, 2 order by 1, 2 limit ?`,
    [programId, programId, after?.programId ?? '', after?.partnerId ?? '', limit],
  )
}
