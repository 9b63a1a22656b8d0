import type { InWorkspace } from '../../accounts/index.js'
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'

/** Number of partners with the discount, by discount. */
export async function partnersByDiscount({ em }: Scope, discountIds: readonly string[]): Promise<Map<string, number>> {
  const rows: { id: string; count: number }[] = await em.execute(
    `select g.discount_id as id, count(*)::int as count from partner_groups g join enrolments e on e.group_id = g.id
     where g.discount_id = any (?::text[]) and e.discount_id = g.discount_id group by 1`,
    [arrayLiteral(discountIds)],
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Assigns codes without a discount, of partners of the group, to the discount. */
export async function adoptDetachedCodes({ em, now }: Scope, groupId: string, discountId: string): Promise<void> {
  await em.execute(
    `update discount_codes set discount_id = ?, updated_at = ? from enrolments e
     where e.group_id = ? and e.program_id = discount_codes.program_id and e.partner_id = discount_codes.partner_id
       and discount_codes.discount_id is null and discount_codes.disabled_at is null`,
    [discountId, now(), groupId],
  )
}

/** Discounts that use the Stripe coupon, in all programs of the workspace. */
export async function discountIdsOfCoupon({ em, workspace }: InWorkspace, couponId: string): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    `select id from discounts where provider = 'stripe' and ? in (coupon_id, coupon_test_id)
       and program_id in (select id from programs where workspace_id = ?)`,
    [couponId, workspace.id],
  )
  return rows.map(({ id }) => id)
}
