import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'

export interface LinkWithoutCode {
  linkId: string
  workspaceId: string
  discountId: string
  partnerId: string
  partnerName: string
}

/**
 * Default links without a code, in the order of their ids, of active partners whose discount provides codes by itself. Those whose code of
 * the discount was deleted stay without.
 */
export const linksWithoutCode = (
  { em }: Pick<Scope, 'em'>,
  exceptDiscountIds: readonly string[],
  after: string,
  limit: number,
): Promise<LinkWithoutCode[]> =>
  em.execute(
    `select l.id as "linkId", g.workspace_id as "workspaceId", d.id as "discountId", e.partner_id as "partnerId", p.name as "partnerName"
     from discounts d join programs g on g.id = d.program_id join enrolments e on e.program_id = d.program_id and e.discount_id = d.id
     join partners p on p.id = e.partner_id join links l on l.program_id = e.program_id and l.partner_id = e.partner_id
     join partner_default_links f on f.link_id = l.id
     where d.auto_provision_enabled_at is not null and d.id <> all (?::text[]) and e.status in ('approved', 'archived') and g.deactivated_at is null
       and l.id > ? and f.deleted_code_discount_id is distinct from d.id
       and not exists (select from discount_codes c where c.link_id = l.id)
       and not exists (select from discount_reservations r where r.link_id = l.id)
     order by l.id limit ?`,
    [arrayLiteral(exceptDiscountIds), after, limit],
  )

/** Their links get no other code of the discount by itself. */
export async function markCodesDeleted({ em }: Pick<Scope, 'em'>, codeIds: readonly string[]): Promise<void> {
  await em.execute(
    `update partner_default_links f set deleted_code_discount_id = c.discount_id from discount_codes c
     where c.link_id = f.link_id and c.id = any (?::text[])`,
    [arrayLiteral(codeIds)],
  )
}

/** All links get codes of the discount by themselves again. */
export async function clearDeletedCodes({ em }: Pick<Scope, 'em'>, discountId: string): Promise<void> {
  await em.execute('update partner_default_links set deleted_code_discount_id = null where deleted_code_discount_id = ?', [discountId])
}
