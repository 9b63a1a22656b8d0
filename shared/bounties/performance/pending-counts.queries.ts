/** Partners whose performance has to be counted again. A trigger adds those whose totals change. */
import type pg from 'pg'
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { hasRows } from '../../kernel/db/has-rows.js'
import type { Scope } from '../../kernel/scope.js'
import { lateCountMs } from '../limits.js'
import type { PerformanceAttribute } from './attributes.js'
import { totalColumns } from './attributes.js'

type WithEm = Pick<Scope, 'em'>

export interface PartnerRef {
  programId: string
  partnerId: string
}

export const hasPendingCounts = hasRows('pending_bounty_counts', 'retry_at is null or retry_at <= $1')

export async function planCountOfPartner({ em }: WithEm, { programId, partnerId }: PartnerRef): Promise<void> {
  await em.execute('insert into pending_bounty_counts (program_id, partner_id) values (?, ?)', [programId, partnerId])
}

/**
 * Partners who became active or changed their group or tags, and with it the bounties that are for them. Replaces what is pending: a count
 * that is under way, which may have seen their former group, ends first.
 */
export async function planCountsOfPartners(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  { programId, partnerIds }: { programId: string; partnerIds: readonly string[] },
): Promise<void> {
  await em.execute(
    `with replaced as (
       delete from pending_bounty_counts where program_id = ? and partner_id = any (?::text[]) and retry_at is null)
     insert into pending_bounty_counts (program_id, partner_id) select ?, partner_id from unnest(?::text[]) as one(partner_id)
     where exists (select from bounties where program_id = ? and type = 'performance' and (ends_at is null or ends_at > ?))`,
    [...[programId, arrayLiteral(partnerIds), programId, arrayLiteral(partnerIds), programId], new Date(now().getTime() - lateCountMs)],
  )
}

/** All active partners of the program who have any of what the bounty counts. */
export async function planCountsOfProgram({ em }: WithEm, programId: string, attribute: PerformanceAttribute): Promise<void> {
  await em.execute(
    `insert into pending_bounty_counts (program_id, partner_id)
     select program_id, partner_id from enrolments
     where program_id = ? and status in ('approved', 'archived') and ${totalColumns[attribute]} > 0`,
    [programId],
  )
}

/** Partners to count, except those whose retry is not due. */
export async function partnersToCount(pool: pg.Pool, now: Date, limit: number): Promise<PartnerRef[]> {
  const { rows } = await pool.query<PartnerRef>(
    `select distinct program_id as "programId", partner_id as "partnerId" from pending_bounty_counts
     where retry_at is null or retry_at <= $1 limit $2`,
    [now, limit],
  )
  return rows
}

export async function postponeCount(pool: pg.Pool, { programId, partnerId }: PartnerRef, retryAt: Date): Promise<void> {
  await pool.query('update pending_bounty_counts set retry_at = $3 where program_id = $1 and partner_id = $2', [
    programId,
    partnerId,
    retryAt,
  ])
}

/**
 * Removes what is pending for a partner; false if nothing is. What is committed later has a row of its own. Locks the partner, so that an
 * older count never replaces a newer one.
 */
export async function takePendingCounts({ em }: WithEm, { programId, partnerId }: PartnerRef): Promise<boolean> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`bounty counts ${programId} ${partnerId}`])
  const rows = await em.execute('delete from pending_bounty_counts where program_id = ? and partner_id = ? returning 1', [
    programId,
    partnerId,
  ])
  return rows.length > 0
}
