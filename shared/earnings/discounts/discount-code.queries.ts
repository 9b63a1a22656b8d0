import type { InWorkspace } from '../../accounts/index.js'
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import type { PartnerRef } from '../commissions/pending-earnings.queries.js'
import type { AnnouncedDiscountCode, DiscountCodeResponse, GetDiscountCodes } from './discount-code.schema.js'

const columns = `id, code, discount_id as "discountId", partner_id as "partnerId", link_id as "linkId", disabled_at as "disabledAt"`

const toResponse = (row: DiscountCodeResponse): DiscountCodeResponse => ({
  ...row,
  disabledAt: row.disabledAt ? new Date(row.disabledAt).toISOString() : null,
})

export async function discountCodesMatching(
  { em }: Scope,
  programId: string,
  { partnerId, discountId, code, page = 1, pageSize }: GetDiscountCodes,
): Promise<DiscountCodeResponse[]> {
  const filters: [sql: string, value: string | undefined][] = [
    ['partner_id = ?', partnerId],
    ['discount_id = ?', discountId],
    ['lower(code) = lower(?)', code],
  ]
  const used = filters.filter(([, value]) => value !== undefined)
  const where = ['program_id = ?', ...used.map(([sql]) => sql)].join(' and ')
  const rows: DiscountCodeResponse[] = await em.execute(
    `select ${columns} from discount_codes where ${where} order by id desc limit ? offset ?`,
    [programId, ...used.map(([, value]) => value), pageSize, (page - 1) * pageSize],
  )
  return rows.map(toResponse)
}

/**
 * The link of the first of these codes that is active in a program of the workspace; codes compare without regard to case. A code whose
 * link no longer belongs to its partner credits no link.
 */
export async function findLinkOfDiscountCode({ em, workspace }: InWorkspace, codes: readonly string[]): Promise<string | null> {
  const rows: { linkId: string }[] = await em.execute(
    `select c.link_id as "linkId" from unnest(?::text[]) with ordinality as used(code, position)
     join discount_codes c on lower(c.code) = lower(used.code) join programs on programs.id = c.program_id
     join links on links.id = c.link_id and links.program_id = c.program_id and links.partner_id = c.partner_id
     where programs.workspace_id = ? and c.disabled_at is null and c.discount_id is not null
     order by used.position, programs.id = ? desc, c.id limit 1`,
    [arrayLiteral(codes), workspace.id, workspace.defaultProgramId ?? ''],
  )
  return rows[0]?.linkId ?? null
}

/** The code of the link, also one that is being created; null if it has none. */
export async function codeOfLink({ em }: Scope, linkId: string): Promise<string | null> {
  const sql = 'select code from discount_codes where link_id = ? union all select code from discount_reservations where link_id = ?'
  const rows: { code: string }[] = await em.execute(sql, [linkId, linkId])
  return rows[0]?.code ?? null
}

/** Whether the program has the code, or is about to have it. */
export async function isCodeTaken({ em }: Scope, programId: string, code: string): Promise<boolean> {
  const rows = await em.execute(
    `select 1 from discount_codes where program_id = ? and lower(code) = lower(?)
     union all select 1 from discount_reservations where program_id = ? and lower(code) = lower(?) limit 1`,
    [programId, code, programId, code],
  )
  return rows.length > 0
}

export async function findCodeById({ em }: Scope, id: string): Promise<DiscountCodeResponse | null> {
  const rows: DiscountCodeResponse[] = await em.execute(`select ${columns} from discount_codes where id = ?`, [id])
  return rows[0] ? toResponse(rows[0]) : null
}

export async function isLinkOfPartner({ em }: Scope, programId: string, partnerId: string, linkId: string): Promise<boolean> {
  const rows = await em.execute('select 1 from links where id = ? and program_id = ? and partner_id = ?', [linkId, programId, partnerId])
  return rows.length > 0
}

interface NewDiscountCode {
  id: string
  programId: string
  partnerId: string
  linkId: string
  discountId: string
  code: string
}

/** Inserts the code and returns it; null if the code is taken or reserved in the program or the link has one. */
export async function insertDiscountCode({ em, now }: Scope, code: NewDiscountCode): Promise<DiscountCodeResponse | null> {
  const at = now()
  const rows: DiscountCodeResponse[] = await em.execute(
    `insert into discount_codes (id, program_id, partner_id, link_id, discount_id, code, created_at, updated_at)
     select ?, ?, ?, ?, ?, ?, ?, ?
     where not exists (select from discount_reservations where program_id = ? and lower(code) = lower(?) or link_id = ?)
     on conflict do nothing returning ${columns}`,
    [code.id, code.programId, code.partnerId, code.linkId, code.discountId, code.code, at, at, code.programId, code.code, code.linkId],
  )
  return rows[0] ? toResponse(rows[0]) : null
}

/** Codes with their discounts, as events contain them. */
export async function announcedCodes({ em }: Scope, where: string, params: unknown[]): Promise<AnnouncedDiscountCode[]> {
  const rows: AnnouncedDiscountCode[] = await em.execute(
    `select c.id, c.code, c.partner_id as "partnerId", c.link_id as "linkId", c.disabled_at as "disabledAt",
       json_build_object('id', d.id, 'amount', d.amount, 'type', d.type, 'maxDuration', d.max_duration, 'provider', d.provider) as discount
     from discount_codes c join discounts d on d.id = c.discount_id where ${where}`,
    params,
  )
  return rows.map((row) => ({ ...row, disabledAt: row.disabledAt ? new Date(row.disabledAt).toISOString() : null }))
}

export const announcedCodesOfDiscount = (scope: Scope, discountId: string) => announcedCodes(scope, 'd.id = ?', [discountId])

/** The code by its id or by itself; null if the program has none that belongs to a discount. */
export async function findAnnouncedCode(scope: Scope, programId: string, idOrCode: string): Promise<AnnouncedDiscountCode | null> {
  const where = idOrCode.startsWith('dcode_') ? 'c.id = ?' : 'lower(c.code) = lower(?)'
  const [code] = await announcedCodes(scope, `c.program_id = ? and ${where}`, [programId, idOrCode])
  return code ?? null
}

/** Codes with this text of the provider's discounts, in all programs of the workspace. */
export const announcedCodesOfProvider = (scope: InWorkspace, provider: string, code: string, createdBefore: Date | null = null) =>
  announcedCodes(
    scope,
    `d.provider = ? and lower(c.code) = lower(?) and c.program_id in (select id from programs where workspace_id = ?)
       and c.created_at < coalesce(?::timestamptz, 'infinity')`,
    [provider, code, scope.workspace.id, createdBefore],
  )

/** Whether the workspace has an active code with this text of a discount of the provider, or is about to have one. */
export async function isActiveAtProvider(scope: InWorkspace, provider: string, code: string): Promise<boolean> {
  if ((await announcedCodesOfProvider(scope, provider, code)).some(({ disabledAt }) => disabledAt === null)) return true
  const sql = 'select 1 from discount_reservations where workspace_id = ? and lower(code) = lower(?) limit 1'
  return (await scope.em.execute(sql, [scope.workspace.id, code])).length > 0
}

export async function deleteDiscountCodes({ em }: Scope, column: 'id' | 'discount_id', value: string): Promise<void> {
  await em.execute(`delete from discount_codes where ${column} = ?`, [value])
}

export const activeCodesOfPartner = (scope: Scope, { programId, partnerId }: PartnerRef) =>
  announcedCodes(scope, 'c.program_id = ? and c.partner_id = ? and c.disabled_at is null', [programId, partnerId])

export async function disableDiscountCodes({ em, now }: Scope, { programId, partnerId }: PartnerRef, isDetached: boolean): Promise<void> {
  await em.execute(
    `update discount_codes set disabled_at = coalesce(disabled_at, ?::timestamptz), discount_id = case when not ? then discount_id end,
       updated_at = ?
     where program_id = ? and partner_id = ? and (disabled_at is null or ? and discount_id is not null)`,
    [now(), isDetached, now(), programId, partnerId, isDetached],
  )
}

export async function deleteCodesOf({ em }: Scope, { programId, partnerId }: PartnerRef): Promise<void> {
  await em.execute('delete from discount_codes where program_id = ? and partner_id = ?', [programId, partnerId])
}

/** The code that a ban of the partner ended. */
export async function deleteDetachedCode({ em }: Scope, linkId: string): Promise<void> {
  await em.execute('delete from discount_codes where link_id = ? and discount_id is null', [linkId])
}
