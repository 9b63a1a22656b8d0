/** SQL that writes fraud groups and events. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import type { FraudType } from '../rules/fraud-types.js'
import type { FraudGroupStatus } from './group-states.js'

export interface PartnerRef {
  programId: string
  partnerId: string
}

export interface NewFraudEvent {
  id: string
  subject: string
  linkId?: string | null
  customerId?: string | null
  commissionId?: string | null
  eventId?: string | null
  sourceProgramId?: string | null
  duplicatePartnerId?: string | null
  metadata?: Record<string, unknown> | null
}

/** The pending group of the partner and type, locked; created if missing. */
export async function lockPendingGroup({ em, now }: Scope, { programId, partnerId }: PartnerRef, type: FraudType): Promise<string> {
  const at = now()
  const [row] = await em.execute<[{ id: string }]>(
    `insert into fraud_groups (id, program_id, partner_id, type, status, last_event_at, created_at, updated_at)
     values (?, ?, ?, ?, 'pending', ?, ?, ?)
     on conflict (program_id, partner_id, type) where status = 'pending' do update set updated_at = excluded.updated_at returning id`,
    [newId('frg_', at.getTime()), programId, partnerId, type, at, at, at],
  )
  return row.id
}

/** Adds events whose subjects the group does not have yet. Returns their number. */
export async function addEvents({ em, now }: Scope, groupId: string, events: readonly NewFraudEvent[]): Promise<number> {
  const at = now()
  const [row] = await em.execute<[{ count: number }]>(
    `with added as (
       insert into fraud_events (id, group_id, subject, link_id, customer_id, commission_id, event_id, source_program_id,
         duplicate_partner_id, metadata, created_at)
       select new.id, ?, subject, "linkId", "customerId", "commissionId", "eventId", "sourceProgramId", "duplicatePartnerId", metadata, ?
       from jsonb_to_recordset(?::jsonb) as new(id text, subject text, "linkId" text, "customerId" text, "commissionId" text,
         "eventId" text, "sourceProgramId" text, "duplicatePartnerId" text, metadata jsonb)
       on conflict (group_id, subject) do nothing returning id
     ), counted as (
       update fraud_groups set event_count = event_count + (select count(*) from added), last_event_at = ?
       where id = ? and exists (select 1 from added)
     )
     select count(*)::int as count from added`,
    [groupId, at, JSON.stringify(events), at, groupId],
  )
  return row.count
}

export interface GroupRef extends PartnerRef {
  id: string
  status: FraudGroupStatus
}

const refColumns = 'id, program_id as "programId", partner_id as "partnerId", status'

/** Groups of the program, locked in the order of their ids. */
export async function lockGroups({ em }: Scope, programId: string, ids: readonly string[]): Promise<GroupRef[]> {
  return em.execute(`select ${refColumns} from fraud_groups where program_id = ? and id = any (?::text[]) order by id for update`, [
    programId,
    arrayLiteral(ids),
  ])
}

export async function pendingGroupsOfType({ em }: Scope, programId: string, type: FraudType): Promise<GroupRef[]> {
  return em.execute(
    `select ${refColumns} from fraud_groups where program_id = ? and type = ? and status = 'pending' order by id for update`,
    [programId, type],
  )
}

/** Locked in the order of their ids. */
export async function pendingGroupsOfPartner({ em }: Scope, { programId, partnerId }: PartnerRef): Promise<GroupRef[]> {
  return em.execute(
    `select ${refColumns} from fraud_groups where program_id = ? and partner_id = ? and status = 'pending' order by id for update`,
    [programId, partnerId],
  )
}

/** Pending groups of all programs without a new event since `before`; those about bans in other programs do not expire. */
export async function groupsToExpire({ em }: Scope, before: Date, limit: number): Promise<GroupRef[]> {
  return em.execute(
    `select ${refColumns} from fraud_groups
     where status = 'pending' and last_event_at < ? and type <> 'partnerCrossProgramBan' order by id limit ? for update skip locked`,
    [before, limit],
  )
}

export async function closeGroups(
  { em, now }: Scope,
  ids: readonly string[],
  { status, reason, userId }: { status: FraudGroupStatus; reason: string | null; userId: string | null },
): Promise<void> {
  await em.execute(
    `update fraud_groups set status = ?, resolution_reason = ?, user_id = ?, resolved_at = ?, updated_at = ?
     where id = any (?::text[]) and status = 'pending'`,
    [status, reason, userId, now(), now(), arrayLiteral(ids)],
  )
}

/** Customers of the partner in pending groups. */
export async function suspectedCustomers({ em }: Scope, { programId, partnerId }: PartnerRef): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    `select distinct customer_id as id from fraud_events join fraud_groups on fraud_groups.id = group_id
     where program_id = ? and partner_id = ? and status = 'pending' and customer_id is not null`,
    [programId, partnerId],
  )
  return rows.map(({ id }) => id)
}

/** Removes the events about a ban that was lifted, and the groups that have no others. Returns the partners of those groups. */
export async function withdrawBan({ em }: Scope, { programId, partnerId }: PartnerRef): Promise<PartnerRef[]> {
  await em.execute(
    `with removed as (
       delete from fraud_events using fraud_groups
       where fraud_groups.id = group_id and source_program_id = ? and partner_id = ? and status = 'pending' returning group_id
     )
     update fraud_groups set event_count = event_count - removed.count
     from (select group_id, count(*) as count from removed group by 1) as removed where fraud_groups.id = removed.group_id`,
    [programId, partnerId],
  )
  return em.execute(
    `delete from fraud_groups where partner_id = ? and type = 'partnerCrossProgramBan' and status = 'pending' and event_count = 0
     returning program_id as "programId", partner_id as "partnerId"`,
    [partnerId],
  )
}

export async function deleteGroupsOfPartner({ em }: Scope, { programId, partnerId }: PartnerRef): Promise<void> {
  await em.execute('delete from fraud_groups where program_id = ? and partner_id = ?', [programId, partnerId])
}

/** The events about a merged customer become events about the customer it was merged into. */
export async function moveEventsOfMergedCustomer({ em }: Scope, merge: { customerId: string; mergedId: string }): Promise<void> {
  await em.execute('update fraud_events set customer_id = ? where customer_id = ?', [merge.customerId, merge.mergedId])
}
