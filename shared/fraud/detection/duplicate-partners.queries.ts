import type { Scope } from '../../kernel/scope.js'
import type { PartnerRef } from '../groups/fraud-group.queries.js'

/** Takes the oldest partners whose payout details or verified accounts changed. */
export async function takeDuplicateChecks({ em }: Scope, limit: number): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    `delete from pending_duplicate_checks where partner_id in (
       select partner_id from pending_duplicate_checks order by created_at limit ? for update skip locked
     ) returning partner_id as id`,
    [limit],
  )
  return rows.map(({ id }) => id)
}

export interface DuplicatePartner {
  programId: string
  duplicateId: string
  /** What both partners have. */
  shared: string
}

/** Other partners in the programs of the partner with the same payout method, wallet or verified account. */
export async function duplicatesOf({ em }: Scope, partnerId: string): Promise<DuplicatePartner[]> {
  const sameColumn = (shared: string, column: string) =>
    `select '${shared}', other.id from partners one join partners other on ${column.replaceAll('t.', 'other.')} = ${column.replaceAll('t.', 'one.')}
     where one.id = ?`
  const matches = [
    sameColumn('payoutMethod', 't.payout_method_hash'),
    sameColumn('wallet', 't.crypto_wallet_address'),
    sameColumn('tremendousEmail', 'lower(t.tremendous_email)'),
    `select one.type, other.partner_id from partner_platforms one
     join partner_platforms other on other.type = one.type and lower(other.identifier) = lower(one.identifier)
     where one.partner_id = ? and one.verified_at is not null and other.verified_at is not null`,
  ]
  return em.execute(
    `select distinct on (e.program_id, found.id) e.program_id as "programId", found.id as "duplicateId", found.shared
     from (${matches.join(' union all ')}) as found(shared, id)
     join enrolments e on e.partner_id = ?
     join enrolments o on o.program_id = e.program_id and o.partner_id = found.id
     where found.id <> ? order by e.program_id, found.id, found.shared limit 1000`,
    [...matches.map(() => partnerId), partnerId, partnerId],
  )
}

/** Whether a user of the program resolved a group that names the duplicate for the same thing in common. */
export async function isDuplicateDismissed(
  { em }: Scope,
  { programId, partnerId }: PartnerRef,
  { duplicateId, shared }: { duplicateId: string; shared: string },
): Promise<boolean> {
  const rows = await em.execute(
    `select 1 from fraud_groups g join fraud_events f on f.group_id = g.id
     where g.program_id = ? and g.partner_id = ? and g.type = 'partnerDuplicateAccount' and g.status = 'resolved' and g.user_id is not null
       and f.subject = ? and f.metadata->>'shared' = ? limit 1`,
    [programId, partnerId, duplicateId, shared],
  )
  return rows.length > 0
}
