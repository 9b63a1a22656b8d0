import { arrayLiteral } from '../kernel/db/array-literal.js'
import type { Scope } from '../kernel/scope.js'
import type { EnrolmentStatus } from '../partners/index.js'
import type { PartnerRef } from './commissions/pending-earnings.queries.js'
import { partnerNotEnrolled, tenantNotEnrolled } from './errors.js'

/** Id of the partner with this id of the caller in the program; throws if there is none. */
export async function requirePartnerOfTenant({ em }: Scope, programId: string, tenantId: string): Promise<string> {
  const rows: { partner_id: string }[] = await em.execute('select partner_id from enrolments where program_id = ? and tenant_id = ?', [
    programId,
    tenantId,
  ])
  if (!rows[0]) throw tenantNotEnrolled(tenantId)
  return rows[0].partner_id
}

export interface EnrolledPartner {
  partnerId: string
  name: string
  discountId: string | null
  saleRewardId: string | null
}

/** The enrolment of the partner; throws if there is none. */
export async function requireEnrolledPartner({ em }: Scope, programId: string, partnerId: string): Promise<EnrolledPartner> {
  const rows: EnrolledPartner[] = await em.execute(
    `select partner_id as "partnerId", partners.name, discount_id as "discountId", sale_reward_id as "saleRewardId"
     from enrolments join partners on partners.id = partner_id where program_id = ? and partner_id = ?`,
    [programId, partnerId],
  )
  if (!rows[0]) throw partnerNotEnrolled(partnerId)
  return rows[0]
}

/** The status of the enrolment; null if the partner is not enrolled. */
export async function findEnrolmentStatus({ em }: Scope, { programId, partnerId }: PartnerRef): Promise<EnrolmentStatus | null> {
  const rows: { status: EnrolmentStatus }[] = await em.execute('select status from enrolments where program_id = ? and partner_id = ?', [
    programId,
    partnerId,
  ])
  return rows[0]?.status ?? null
}

/** The callers' own ids of the partners. */
export async function tenantIdsOf({ em }: Scope, programId: string, partnerIds: readonly string[]): Promise<Map<string, string | null>> {
  const rows: { id: string; tenantId: string | null }[] = await em.execute(
    'select partner_id as id, tenant_id as "tenantId" from enrolments where program_id = ? and partner_id = any (?::text[])',
    [programId, arrayLiteral(partnerIds)],
  )
  return new Map(rows.map(({ id, tenantId }) => [id, tenantId]))
}
