/** SQL of reports to the operator. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import type { PartnerRef } from '../groups/fraud-group.queries.js'
import type { FraudAlertStatus } from './alert-states.js'
import type { FraudAlertResponse, GetFraudAlerts } from './fraud-alert.schema.js'

/** Returns the ids of the new alerts. Partners of whom an alert waits for its review get no other. */
export async function insertAlerts(
  { em, now }: Scope,
  programId: string,
  partnerIds: readonly string[],
  reason: string,
): Promise<string[]> {
  const at = now()
  const ids = partnerIds.map(() => newId('fra_', at.getTime()))
  const rows: { id: string }[] = await em.execute(
    `insert into fraud_alerts (id, program_id, partner_id, reason, status, created_at, updated_at)
     select new.id, ?, new.partner_id, ?, 'pending', ?, ? from unnest(?::text[], ?::text[]) as new(id, partner_id)
     on conflict (program_id, partner_id) where status = 'pending' do nothing returning id`,
    [programId, reason, at, at, arrayLiteral(ids), arrayLiteral(partnerIds)],
  )
  return rows.map(({ id }) => id)
}

interface AlertFilter {
  id?: string
  programId?: string | undefined
  status?: FraudAlertStatus | undefined
}

function conditions({ id, programId, status }: AlertFilter): { sql: string; params: unknown[] } {
  const parts = Object.entries({ 'a.id': id, 'a.program_id': programId, 'a.status': status }).filter(([, value]) => value !== undefined)
  return {
    sql: ['true', ...parts.map(([column]) => `${column} = ?`)].join(' and '),
    params: parts.map(([, value]) => value),
  }
}

/** Alerts that were not reviewed first, then the newest. */
export async function alertsMatching(
  { em }: Scope,
  filter: AlertFilter,
  { page = 1, pageSize }: Pick<GetFraudAlerts, 'page' | 'pageSize'>,
): Promise<FraudAlertResponse[]> {
  const { sql, params } = conditions(filter)
  const rows: FraudAlertResponse[] = await em.execute(
    `select a.id, a.reason, a.status, a.reviewed_at as "reviewedAt", a.review_note as "reviewNote", a.created_at as "createdAt",
       json_build_object('id', partners.id, 'name', partners.name, 'email', partners.email, 'image', partners.image) as partner,
       json_build_object('id', programs.id, 'name', programs.name, 'logo', programs.logo) as program
     from fraud_alerts a join partners on partners.id = a.partner_id join programs on programs.id = a.program_id
     where ${sql}
     order by array_position(array['pending', 'confirmed', 'dismissed'], a.status), a.created_at desc, a.id desc limit ? offset ?`,
    [...params, pageSize, (page - 1) * pageSize],
  )
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    reviewedAt: row.reviewedAt && new Date(row.reviewedAt).toISOString(),
  }))
}

export async function countAlerts({ em }: Scope, filter: AlertFilter): Promise<number> {
  const { sql, params } = conditions(filter)
  const rows: { count: number }[] = await em.execute(`select count(*)::int as count from fraud_alerts a where ${sql}`, params)
  return rows[0]?.count ?? 0
}

export interface AlertRow extends PartnerRef {
  id: string
  status: FraudAlertStatus
}

const refColumns = 'id, program_id as "programId", partner_id as "partnerId", status'

export async function lockAlert({ em }: Scope, id: string): Promise<AlertRow | null> {
  const rows: AlertRow[] = await em.execute(`select ${refColumns} from fraud_alerts where id = ? for update`, [id])
  return rows[0] ?? null
}

/** The alerts of the partner, in all programs, that were not reviewed. */
export async function lockPendingAlerts({ em }: Scope, partnerId: string): Promise<AlertRow[]> {
  return em.execute(`select ${refColumns} from fraud_alerts where partner_id = ? and status = 'pending' order by id for update`, [
    partnerId,
  ])
}

export async function storeReview(
  { em, now }: Scope,
  ids: readonly string[],
  { status, reviewNote }: { status: FraudAlertStatus; reviewNote: string | null },
): Promise<void> {
  await em.execute(`update fraud_alerts set status = ?, review_note = ?, reviewed_at = ?, updated_at = ? where id = any (?::text[])`, [
    status,
    reviewNote,
    now(),
    now(),
    arrayLiteral(ids),
  ])
}

/** Withdraws the report of a partner that is neither banned nor rejected any more, unless it was reviewed. */
export async function deleteAlertsOfPartner({ em }: Scope, { programId, partnerId }: PartnerRef): Promise<void> {
  await em.execute(`delete from fraud_alerts where program_id = ? and partner_id = ? and status = 'pending'`, [programId, partnerId])
}
