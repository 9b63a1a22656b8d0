/** Enrolments as fraud detection needs them. */
import { arrayLiteral } from '../kernel/db/array-literal.js'
import type { Scope } from '../kernel/scope.js'
import type { EnrolmentStatus } from '../partners/index.js'
import type { PartnerRef } from './groups/fraud-group.queries.js'

export interface MonitoredEnrolment {
  status: EnrolmentStatus
  isMonitored: boolean
  plan: string
  bannedAt: string | null
  bannedReason: string | null
}

const inactive: readonly EnrolmentStatus[] = ['banned', 'deactivated', 'rejected']

/** Inactive partners are not monitored, nor those for whom the program switched it off. */
const columns = `e.status, w.plan, e.banned_at as "bannedAt", e.banned_reason as "bannedReason",
  e.risk_monitoring_disabled_at is null and e.status <> all ('${arrayLiteral(inactive)}'::text[]) as "isMonitored"`
const joins = 'join programs p on p.id = e.program_id join workspaces w on w.id = p.workspace_id'

export async function findMonitoredEnrolment({ em }: Scope, { programId, partnerId }: PartnerRef): Promise<MonitoredEnrolment | null> {
  const rows: MonitoredEnrolment[] = await em.execute(
    `select ${columns} from enrolments e ${joins} where e.program_id = ? and e.partner_id = ?`,
    [programId, partnerId],
  )
  return rows[0] ?? null
}

/** The enrolments of the partner in other programs. */
export async function otherEnrolments(
  { em }: Scope,
  { programId, partnerId }: PartnerRef,
): Promise<(MonitoredEnrolment & { programId: string })[]> {
  return em.execute(
    `select e.program_id as "programId", ${columns} from enrolments e ${joins}
     where e.partner_id = ? and e.program_id <> ? order by e.program_id limit 1000`,
    [partnerId, programId],
  )
}

export async function disableRiskMonitoring({ em, now }: Scope, programId: string, partnerIds: readonly string[]): Promise<void> {
  await em.execute(
    `update enrolments set risk_monitoring_disabled_at = ?, updated_at = ?
     where program_id = ? and partner_id = any (?::text[]) and risk_monitoring_disabled_at is null`,
    [now(), now(), programId, arrayLiteral(partnerIds)],
  )
}
