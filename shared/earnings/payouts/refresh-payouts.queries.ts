import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'

/** Sets the amount of a failed payout to the sum of its commissions. The earnings of the partner must be locked. */
export async function refreshFailedPayout({ em, now }: Scope, id: string): Promise<void> {
  await em.execute(
    `update payouts set amount = coalesce(sums.amount, 0), period_start = sums.first, period_end = sums.last, updated_at = ?
     from (select sum(earnings) as amount, min(created_at) as first, max(created_at) as last from commissions where payout_id = ?) as sums
     where id = ? and status = 'failed'`,
    [now(), id, id],
  )
}

/**
 * Sets the amounts of the payouts to the sums of their commissions, and deletes those without commissions. Payouts that are being paid or
 * paid stay as they are. The earnings of the partners must be locked.
 */
export async function refreshPayouts({ em }: Scope, payoutIds: readonly (string | null)[], now: Date): Promise<void> {
  const ids = [...new Set(payoutIds)].filter((id) => id !== null)
  if (ids.length === 0) return
  await em.execute(
    `update payouts set amount = sums.amount, period_start = sums.first, period_end = sums.last, updated_at = ?
     from (
       select payout_id, sum(earnings) as amount, min(created_at) as first, max(created_at) as last from commissions
       where payout_id = any (?::text[]) group by payout_id
     ) as sums
     where payouts.id = sums.payout_id and payouts.status in ('pending', 'canceled')`,
    [now, arrayLiteral(ids)],
  )
  await em.execute(
    `delete from payouts where id = any (?::text[]) and status in ('pending', 'canceled')
     and not exists (select 1 from commissions where payout_id = payouts.id)`,
    [arrayLiteral(ids)],
  )
}
