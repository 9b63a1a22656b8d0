/** SQL that changes the status of many commissions. The earnings of the partners must be locked. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import { statusesBefore } from './commission-states.js'
import type { PartnerRef } from './pending-earnings.queries.js'

/** Commissions `c` of a partner that may change. */
const mutable = `c.program_id = ? and c.partner_id = ?
  and (c.payout_id is null or exists (select 1 from payouts where payouts.id = c.payout_id and payouts.status in ('pending', 'canceled')))`

export interface HeldCommission {
  id: string
  /** The payout that the commission left. */
  payoutId: string | null
}

/** Holds the commissions of the partner that earn something: all that may be held, or those of the ids. */
export async function setHeld(
  { em, now }: Scope,
  { programId, partnerId }: PartnerRef,
  ids: readonly string[] | null,
): Promise<HeldCommission[]> {
  return em.execute(
    `with changed as (
       select c.id, c.payout_id from commissions c
       where ${mutable} and c.status = any (?::text[]) and c.earnings > 0 and (?::text[] is null or c.id = any (?::text[]))
     )
     update commissions c set status = 'hold', payout_id = null, updated_at = ?
     from changed where c.id = changed.id returning c.id, changed.payout_id as "payoutId"`,
    [programId, partnerId, arrayLiteral(statusesBefore('hold')), ids && arrayLiteral(ids), ids && arrayLiteral(ids), now()],
  )
}

/** Holds those of the pending commissions that a suspicion still concerns: of the partner itself, or of their customers. */
export async function holdSuspected({ em, now }: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await em.execute(
    `update commissions c set status = 'hold', updated_at = ? where c.id = any (?::text[]) and c.status = 'pending' and exists (
       select from fraud_groups g join fraud_events e on e.group_id = g.id
       where g.program_id = c.program_id and g.partner_id = c.partner_id and g.status = 'pending'
         and (e.customer_id is null or e.customer_id = c.customer_id))`,
    [now(), arrayLiteral(ids)],
  )
}

/** Whether a suspicion of the partner itself, not of its customers, waits for a decision. */
export async function isPartnerSuspected({ em }: Scope, { programId, partnerId }: PartnerRef): Promise<boolean> {
  const rows = await em.execute(
    `select from fraud_groups where program_id = ? and partner_id = ? and status = 'pending'
       and type in ('partnerCrossProgramBan', 'partnerDuplicateAccount') limit 1`,
    [programId, partnerId],
  )
  return rows.length > 0
}

export interface ReleasedCommissions {
  count: number
  /** Cents. */
  earnings: number
}

/** Releases the held commissions of partners, except those for some customers. */
export async function setReleased(
  { em, now }: Scope,
  programId: string,
  partnerIds: readonly string[],
  exceptCustomerIds: readonly string[],
): Promise<ReleasedCommissions> {
  const [row] = await em.execute<[ReleasedCommissions]>(
    `with released as (
       update commissions set status = 'pending', updated_at = ?
       where program_id = ? and partner_id = any (?::text[]) and status = any (?::text[])
         and (customer_id is null or customer_id <> all (?::text[]))
       returning earnings
     )
     select count(*)::int as count, coalesce(sum(earnings), 0)::float8 as earnings from released`,
    [now(), programId, arrayLiteral(partnerIds), arrayLiteral(statusesBefore('release')), arrayLiteral(exceptCustomerIds)],
  )
  return row
}

/** The next partners of the program with held commissions. */
export async function partnersWithHeldCommissions({ em }: Scope, programId: string, after: string, limit: number): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    `select distinct partner_id as id from commissions where program_id = ? and status = 'hold' and partner_id > ? order by 1 limit ?`,
    [programId, after, limit],
  )
  return rows.map(({ id }) => id)
}

/** Cancels the pending payouts of a banned partner, and all commissions that may change. */
export async function cancelOfBanned({ em, now }: Scope, { programId, partnerId }: PartnerRef): Promise<void> {
  await em.execute(
    `update payouts set status = 'canceled', updated_at = ? where program_id = ? and partner_id = ? and status = 'pending'`,
    [now(), programId, partnerId],
  )
  await em.execute(
    `update commissions c set status = 'canceled', banned_at = ?, updated_at = ? where ${mutable} and c.status = any (?::text[])`,
    [now(), now(), programId, partnerId, arrayLiteral(statusesBefore('ban'))],
  )
}

/**
 * Restores what the ban of the partner canceled. Its payout is pending again; if there is another pending one, that one gets the
 * commissions. A sale that was refunded in full meanwhile stays unpaid. Returns the ids of the payouts concerned.
 */
export async function restoreOfUnbanned({ em, now }: Scope, { programId, partnerId }: PartnerRef): Promise<string[]> {
  const banned = await em.execute(
    `select 1 from commissions where program_id = ? and partner_id = ? and status = 'canceled' and banned_at is not null limit 1`,
    [programId, partnerId],
  )
  if (banned.length === 0) return []
  const rows: { id: string; target: string | null }[] = await em.execute(
    `select payouts.id, first_value(id) over (order by status = 'pending' desc, id desc) as target from payouts
     where program_id = ? and partner_id = ? and (status = 'pending'
       or status = 'canceled' and exists (select 1 from commissions c where c.payout_id = payouts.id and c.banned_at is not null))`,
    [programId, partnerId],
  )
  const target = rows[0]?.target ?? null
  await em.execute(`update payouts set status = 'pending', updated_at = ? where id = ? and status = 'canceled'`, [now(), target])
  await em.execute(
    `update commissions set banned_at = null, updated_at = ?,
       status = case when is_refunded then 'refunded' when payout_id is null then 'pending' else 'processed' end,
       payout_id = case when not is_refunded and payout_id is not null then ? end
     from (
       select id as banned_id, type = 'sale' and event_amount > 0 and refunded_amount >= event_amount as is_refunded
       from commissions where program_id = ? and partner_id = ? and status = 'canceled' and banned_at is not null
     ) as banned
     where id = banned_id`,
    [now(), target, programId, partnerId],
  )
  return rows.map(({ id }) => id)
}
