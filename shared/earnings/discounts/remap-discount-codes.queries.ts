/** SQL of the discount codes of partners who changed their group. Disabled codes stay: no other partner may take them. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import { announcedCodes } from './discount-code.queries.js'
import type { AnnouncedDiscountCode } from './discount-code.schema.js'

const isActive = `e.status in ('approved', 'archived', 'invited')`

/** Assigns codes to the discount of their partner if both discounts give customers the same. Answers with their former discounts. */
export async function repointEquivalentCodes(
  { em, now }: Scope,
  programId: string,
  partnerIds: readonly string[],
): Promise<readonly string[]> {
  const former = await em.execute<{ id: string }[]>(
    `update discount_codes c set discount_id = d.id, updated_at = ?
     from enrolments e, discounts d, discounts former
     where c.program_id = ? and c.partner_id = any (?::text[]) and c.disabled_at is null and former.id = c.discount_id
       and e.program_id = c.program_id and e.partner_id = c.partner_id and ${isActive}
       and d.id = e.discount_id and d.id <> former.id and d.provider = former.provider
       and (nullif(d.coupon_id, '') = former.coupon_id
         or (d.amount = former.amount and d.type = former.type and d.max_duration is not distinct from former.max_duration))
     returning former.id`,
    [now(), programId, arrayLiteral(partnerIds)],
  )
  return former.map(({ id }) => id)
}

/** Codes of another discount than their partner has. */
export const announcedCodesOfMovedPartners = (
  scope: Scope,
  programId: string,
  partnerIds: readonly string[],
): Promise<AnnouncedDiscountCode[]> =>
  announcedCodes(
    scope,
    `c.program_id = ? and c.partner_id = any (?::text[]) and c.disabled_at is null and exists (
       select from enrolments e where e.program_id = c.program_id and e.partner_id = c.partner_id and ${isActive}
         and e.discount_id is distinct from c.discount_id
     ) order by c.id for update of c`,
    [programId, arrayLiteral(partnerIds)],
  )

export async function deleteCodes({ em }: Scope, ids: readonly string[]): Promise<void> {
  await em.execute('delete from discount_codes where id = any (?::text[])', [arrayLiteral(ids)])
}

/** Deletes discounts that belong to no group and have no codes any more. */
export async function deleteUnusedDiscounts({ em }: Scope, programId: string, ids: readonly string[]): Promise<void> {
  await em.execute(
    `delete from discounts d where d.program_id = ? and d.id = any (?::text[])
       and not exists (select from partner_groups g where g.program_id = d.program_id and g.discount_id = d.id)
       and not exists (select from discount_codes c where c.discount_id = d.id)
       and not exists (select from enrolments e where e.program_id = d.program_id and e.discount_id = d.id)`,
    [programId, arrayLiteral(ids)],
  )
}
