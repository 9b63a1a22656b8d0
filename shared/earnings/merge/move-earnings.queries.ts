/** SQL that moves the earnings of a partner in a program to the account that the partner was merged into. The earnings of both are locked. */
import type { Scope } from '../../kernel/scope.js'

interface Merge {
  programId: string
  sourcePartnerId: string
  targetPartnerId: string
}

/** Programs in which the partner has commissions, payouts or events whose earnings are not computed yet. */
export async function programsWithEarnings({ em }: Scope, partnerId: string): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    `select program_id as id from commissions where partner_id = ? union select program_id from payouts where partner_id = ?
     union select program_id from pending_earnings where partner_id = ? order by 1`,
    [partnerId, partnerId, partnerId],
  )
  return rows.map(({ id }) => id)
}

const move = (table: string) => `update ${table} set partner_id = ? where program_id = ? and partner_id = ?`
const paramsOf = ({ programId, sourcePartnerId, targetPartnerId }: Merge) => [targetPartnerId, programId, sourcePartnerId]

export async function movePendingEarnings({ em }: Scope, merge: Merge): Promise<void> {
  await em.execute(move('pending_earnings'), paramsOf(merge))
}

/**
 * Triggers move the totals. Referral commissions of other partners name the target as their source from now on. What a ban of the source
 * canceled stays canceled for good, unless the target is banned itself: its next change of status would be taken for an unban.
 */
export async function moveCommissions({ em }: Scope, merge: Merge): Promise<void> {
  const { programId, targetPartnerId } = merge
  await em.execute(
    `update commissions set partner_id = ?,
       banned_at = case when (select status from enrolments where program_id = ? and partner_id = ?) = 'banned' then banned_at end
     where program_id = ? and partner_id = ?`,
    [targetPartnerId, programId, targetPartnerId, programId, merge.sourcePartnerId],
  )
  await em.execute('update commissions set source_partner_id = ? where program_id = ? and source_partner_id = ?', paramsOf(merge))
}

/**
 * Referral commissions that are earned once for a partner name the target in their keys: its referrer would earn them again. Those that the
 * referrer earned for both accounts keep their keys.
 */
export async function moveReferralKeys({ em }: Scope, { programId, sourcePartnerId, targetPartnerId }: Merge): Promise<void> {
  await em.execute(
    `update commissions c set invoice_id = key.prefix || ?
     from (values ('referral:commissionThreshold:'), ('referral:partnerApproved:')) as key (prefix)
     where c.program_id = ? and c.invoice_id = key.prefix || ? and not exists (
       select from commissions known where known.program_id = c.program_id and known.invoice_id = key.prefix || ?)`,
    [targetPartnerId, programId, sourcePartnerId, targetPartnerId],
  )
}

export async function moveDiscountCodes({ em }: Scope, merge: Merge): Promise<void> {
  await em.execute(move('discount_codes'), paramsOf(merge))
}

/** A partner has at most one pending payout: the commissions of a second one join it. Returns the payouts whose commissions changed. */
export async function movePayouts({ em }: Scope, merge: Merge): Promise<string[]> {
  const { programId, sourcePartnerId, targetPartnerId } = merge
  const pending: { id: string; partnerId: string }[] = await em.execute(
    `select id, partner_id as "partnerId" from payouts where program_id = ? and partner_id in (?, ?) and status = 'pending' for update`,
    [programId, sourcePartnerId, targetPartnerId],
  )
  const source = pending.find(({ partnerId }) => partnerId === sourcePartnerId)
  const target = pending.find(({ partnerId }) => partnerId === targetPartnerId)
  const isJoined = source !== undefined && target !== undefined
  if (isJoined) await em.execute('update commissions set payout_id = ? where payout_id = ?', [target.id, source.id])
  await em.execute(`update payouts set partner_id = ? where program_id = ? and partner_id = ? and id is distinct from ?`, [
    targetPartnerId,
    programId,
    sourcePartnerId,
    isJoined ? source.id : null,
  ])
  return isJoined ? [source.id, target.id] : []
}

/** Moves events of a partner who was merged into another account to that account. Returns whether there were any. */
export async function followMergedPartner(
  { em }: Scope,
  { programId, partnerId }: { programId: string; partnerId: string },
): Promise<boolean> {
  const rows = await em.execute(
    `update pending_earnings e set partner_id = p.merged_into_id from partners p
     where p.id = e.partner_id and p.merged_into_id is not null and e.program_id = ? and e.partner_id = ? returning 1`,
    [programId, partnerId],
  )
  return rows.length > 0
}

/** The account of the partner: that into which it was merged, or its own. */
export async function remainingAccount({ em }: Scope, partnerId: string): Promise<string> {
  const rows: { id: string }[] = await em.execute(
    `with recursive account as (
       select id, merged_into_id from partners where id = ?
       union select p.id, p.merged_into_id from partners p join account on p.id = account.merged_into_id
     ) select id from account where merged_into_id is null`,
    [partnerId],
  )
  return rows[0]?.id ?? partnerId
}
