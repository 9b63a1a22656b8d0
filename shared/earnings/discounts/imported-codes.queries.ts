/** SQL of many discount codes at once. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { executeBound } from '../../kernel/db/execute-bound.js'
import type { Scope } from '../../kernel/scope.js'

/** The partners who have these codes in the program, by code in lower case, also those that are being created. */
export async function partnersOfCodes(
  { em }: Scope,
  programId: string,
  codes: readonly string[],
): Promise<Map<string, { id: string; partnerId: string }>> {
  const texts = arrayLiteral(codes.map((code) => code.toLowerCase()))
  const rows: { id: string; partnerId: string; code: string }[] = await em.execute(
    `select id, partner_id as "partnerId", lower(code) as code from discount_codes where program_id = ? and lower(code) = any (?::text[])
     union all select id, partner_id, lower(code) from discount_reservations where program_id = ? and lower(code) = any (?::text[])`,
    [programId, texts, programId, texts],
  )
  return new Map(rows.map(({ code, ...owner }) => [code, owner]))
}

/** The discount of each partner who has one. */
export async function discountsOfPartners({ em }: Scope, programId: string, partnerIds: readonly string[]): Promise<Map<string, string>> {
  const rows: { partnerId: string; discountId: string }[] = await em.execute(
    `select partner_id as "partnerId", discount_id as "discountId" from enrolments
     where program_id = ? and partner_id = any (?::text[]) and discount_id is not null`,
    [programId, arrayLiteral(partnerIds)],
  )
  return new Map(rows.map(({ partnerId, discountId }) => [partnerId, discountId]))
}

/** Inserts codes except those that are taken, or whose link has one. Returns the inserted ids. */
export async function insertDiscountCodes(
  { em, now }: Scope,
  programId: string,
  codes: readonly { id: string; code: string; partnerId: string; linkId: string; discountId: string }[],
): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const rows = await executeBound<{ id: string }>(
    em,
    `insert into discount_codes (id, program_id, partner_id, link_id, discount_id, code, created_at, updated_at)
     select id, ?, "partnerId", "linkId", "discountId", code, ?, ?
     from jsonb_to_recordset(?::jsonb) as new (id text, code text, "partnerId" text, "linkId" text, "discountId" text)
     on conflict do nothing returning id`,
    [programId, now(), now(), JSON.stringify(codes)],
  )
  return new Set(rows.map(({ id }) => id))
}

export async function deleteImportedCodes({ em, workspace }: WorkspaceScope, ids: readonly string[]): Promise<void> {
  await em.execute(
    'delete from discount_codes using programs where programs.id = program_id and workspace_id = ? and discount_codes.id = any (?::text[])',
    [workspace.id, arrayLiteral(ids)],
  )
}
