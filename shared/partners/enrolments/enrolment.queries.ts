/** SQL of enrolments. Lists: `enrolment-list.queries.ts`. */
import type { InWorkspace } from '../../accounts/index.js'
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import type { Enrolment, EnrolmentStatus } from '../enrolment.entity.js'

/** Which of the partners are enrolled in the program, whatever their status. */
export async function enrolledPartnerIds({ em }: Pick<Scope, 'em'>, programId: string, partnerIds: readonly string[]): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    'select partner_id as id from enrolments where program_id = ? and partner_id = any (array[?]::text[])',
    [programId, partnerIds],
  )
  return rows.map(({ id }) => id)
}

export interface LockedEnrolment {
  id: string
  partnerId: string
  status: EnrolmentStatus
  statusBeforeBan: EnrolmentStatus | null
}

/** Ids and statuses of enrolments of the program, locked until the transaction ends, in the order of their ids. */
export async function lockEnrolments(
  { em }: Pick<Scope, 'em'>,
  programId: string,
  partnerIds: readonly string[],
): Promise<LockedEnrolment[]> {
  return em.execute(
    `select id, partner_id as "partnerId", status, status_before_ban as "statusBeforeBan" from enrolments
     where program_id = ? and partner_id = any (array[?]::text[])
     order by id for no key update`,
    [programId, partnerIds],
  )
}

/** Sets the status of enrolments. Active ones get the rewards and the discount of their group, or of the default group; others none. */
export async function setStatus(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  ids: readonly string[],
  status: Enrolment['status'],
  { groupId = null, ban = null, startsAgain = false }: StatusDetails = {},
): Promise<void> {
  await em.execute(
    `update enrolments e set status = ?, updated_at = ?, group_id = g.id, banned_at = ?, banned_reason = ?,
       status_before_ban = case when ?::timestamptz is not null then e.status end,
       created_at = case when ? then ?::timestamptz else e.created_at end, ${rewardsOf(status)}
     from programs p, partner_groups g
     where e.id = any (array[?]::text[]) and p.id = e.program_id and g.id = coalesce(?, e.group_id, p.default_group_id)`,
    [status, now(), ban ? now() : null, ban, ban ? now() : null, startsAgain, now(), ids, groupId],
  )
}

interface StatusDetails {
  /** The group to join. */
  groupId?: string | null
  /** The reason of a ban. */
  ban?: string | null
  /** Whether the enrolment counts from now on. */
  startsAgain?: boolean
}

export const rewardColumns = ['click_reward_id', 'lead_reward_id', 'sale_reward_id', 'referral_reward_id', 'discount_id']
const rewardsOf = (status: Enrolment['status']) => {
  const hasRewards = status === 'approved' || status === 'archived' || status === 'invited'
  return rewardColumns.map((column) => `${column} = ${hasRewards ? `g.${column}` : 'null'}`).join(', ')
}

export interface ChangedLink {
  id: string
  workspaceId: string | null
  domain: string
  lookupKey: string
}

const changed = 'returning id, workspace_id as "workspaceId", domain, lookup_key as "lookupKey"'

/** Disables the links of banned partners, also after a restoration of their workspace; links with an expiry of their own keep it. */
export const disableLinks = (
  { em, now }: Pick<Scope, 'em' | 'now'>,
  programId: string,
  partnerIds: readonly string[],
): Promise<ChangedLink[]> => {
  const at = now()
  return em.execute(
    `update links set disabled_at = ?, expires_at = coalesce(expires_at, ?),
       partner_ended_at = case when expires_at is null then ?::timestamptz else partner_ended_at end, updated_at = ?
     where program_id = ? and partner_id = any (array[?]::text[]) and (disabled_at is null
       or disabled_at = (select workspaces.disabled_at from workspaces where workspaces.id = workspace_id)) ${changed}`,
    [at, at, at, at, programId, partnerIds],
  )
}

/** Ends the links of deactivated partners; links with an expiry of their own keep it. */
export const expireLinks = (
  { em, now }: Pick<Scope, 'em' | 'now'>,
  programId: string,
  partnerIds: readonly string[],
): Promise<ChangedLink[]> => {
  const at = now()
  return em.execute(
    `update links set expires_at = ?, partner_ended_at = ?, updated_at = ?
     where program_id = ? and partner_id = any (array[?]::text[]) and expires_at is null ${changed}`,
    [at, at, at, programId, partnerIds],
  )
}

/** Restores the links of partners that are active again. An expiry of their own stays, and so do links of a disabled workspace disabled. */
export const restoreLinks = (
  { em, now }: Pick<Scope, 'em' | 'now'>,
  programId: string,
  partnerIds: readonly string[],
): Promise<ChangedLink[]> =>
  em.execute(
    `update links set disabled_at = (select workspaces.disabled_at from workspaces where workspaces.id = workspace_id),
       expires_at = case when expires_at is distinct from partner_ended_at then expires_at end,
       partner_ended_at = null, updated_at = ?
     where program_id = ? and partner_id = any (array[?]::text[]) and (disabled_at is not null or partner_ended_at is not null) ${changed}`,
    [now(), programId, partnerIds],
  )

/** Makes the links of partners ordinary links of the workspace. */
export const detachLinks = (
  { em, now }: Pick<Scope, 'em' | 'now'>,
  programId: string,
  partnerIds: readonly string[],
): Promise<ChangedLink[]> =>
  em.execute(
    `update links set program_id = null, partner_id = null, updated_at = ? where program_id = ? and partner_id = any (?::text[]) ${changed}`,
    [now(), programId, arrayLiteral(partnerIds)],
  )

/** Whether the partner of an enrolment `e` has commissions that are paid or may be: totals do not contain the held ones. */
const hasPayableCommissions = `exists (select from commissions c where c.program_id = e.program_id and c.partner_id = e.partner_id
  and c.status in ('pending', 'processed', 'paid', 'hold'))`

export async function hasCommissionsToPay({ em }: Pick<Scope, 'em'>, enrolmentId: string): Promise<boolean> {
  const rows = await em.execute(`select 1 from enrolments e where e.id = ? and ${hasPayableCommissions}`, [enrolmentId])
  return rows.length > 0
}

/** Declined invites, and rejected applications that do not bar the partner, both without commissions to pay, in the order of their ids. */
export const expiredEnrolments = (
  { em }: Pick<Scope, 'em'>,
  { declinedBefore, rejectedBefore }: { declinedBefore: Date; rejectedBefore: Date },
  after: string,
  limit: number,
): Promise<{ id: string; programId: string; partnerId: string }[]> =>
  em.execute(
    `select id, program_id as "programId", partner_id as "partnerId" from enrolments e
     where id > ? and not ${hasPayableCommissions} and (
       (status = 'declined' and updated_at < ?)
       or (status = 'rejected' and reapplication_timeframe = 'standard' and updated_at < ?)
     )
     order by id limit ?`,
    [after, declinedBefore, rejectedBefore, limit],
  )

/** Counts partners that become approved or invited, unless that exceeds the limit. Locks the workspace until the transaction ends. */
export async function countNewPartners(
  { em, workspace }: Pick<InWorkspace, 'em' | 'workspace'>,
  count: number,
  limit: number,
): Promise<boolean> {
  const rows = await em.execute(
    'update workspaces set partners_usage = greatest(partners_usage + ?, 0) where id = ? and (partners_usage + ? <= ? or ? < 0) returning id',
    [count, workspace.id, count, limit, count],
  )
  return rows.length > 0
}

/** An enrolment by the id of the partner in the caller's system, or by the address of the partner. */
export async function findByTenantOrEmail(
  { em }: Pick<Scope, 'em'>,
  programId: string,
  { tenantId, email }: { tenantId: string | undefined; email: string },
): Promise<{ id: string; partnerId: string; tenantId: string | null; status: EnrolmentStatus; hasEmail: boolean }[]> {
  return em.execute(
    `select e.id, e.partner_id as "partnerId", e.tenant_id as "tenantId", e.status, p.email is not distinct from ? as "hasEmail"
     from enrolments e join partners p on p.id = e.partner_id
     where e.program_id = ? and (p.email = ? or e.tenant_id = ?) order by e.id`,
    [email, programId, email, tenantId ?? null],
  )
}

/** Keeps the group and its program from being deleted until the transaction ends. Returns false if they were deleted meanwhile. */
export async function lockGroupOfEnrolment({ em }: Pick<Scope, 'em'>, groupId: string): Promise<boolean> {
  const rows = await em.execute(
    'select 1 from partner_groups g join programs p on p.id = g.program_id where g.id = ? for key share of p, g',
    [groupId],
  )
  return rows.length > 0
}

/** Inserts an enrolment unless the partner is enrolled already or the tenantId is taken. Waits for concurrent insertions. */
export async function insertEnrolment({ em, now }: Pick<Scope, 'em' | 'now'>, row: NewEnrolment): Promise<boolean> {
  const rows = await em.execute(
    `insert into enrolments (id, program_id, partner_id, tenant_id, group_id, application_id, referred_by_partner_id, status, created_at,
       updated_at, ${rewardColumns.join(', ')})
     select ?, ?, ?, ?, g.id, ?, ?, ?, ?, ?, ${rewardColumns.map((column) => `g.${column}`).join(', ')} from partner_groups g where g.id = ?
     on conflict do nothing returning id`,
    [
      row.id,
      row.programId,
      row.partnerId,
      row.tenantId,
      row.applicationId ?? null,
      row.referredByPartnerId ?? null,
      row.status,
      now(),
      now(),
      row.groupId,
    ],
  )
  return rows.length > 0
}

export interface NewEnrolment {
  id: string
  programId: string
  partnerId: string
  tenantId: string | null
  groupId: string
  status: 'approved' | 'invited' | 'pending'
  applicationId?: string
  referredByPartnerId?: string | null
}

/** Of these enrolments, those of partners who have clicks, leads, sales, commissions or payouts in the program. */
export async function withActivity({ em }: Pick<Scope, 'em'>, enrolmentIds: readonly string[]): Promise<Set<string>> {
  const rows: { id: string }[] = await em.execute(
    `select e.id from enrolments e where e.id = any (?::text[]) and (
       e.total_clicks <> 0 or e.total_leads <> 0 or e.total_sales <> 0 or e.total_commissions <> 0
       or exists (select 1 from commissions c where c.partner_id = e.partner_id and c.program_id = e.program_id)
       or exists (select 1 from payouts p where p.partner_id = e.partner_id and p.program_id = e.program_id)
     )`,
    [arrayLiteral(enrolmentIds)],
  )
  return new Set(rows.map(({ id }) => id))
}

export async function setTenantOfLinks(
  { em }: Pick<Scope, 'em'>,
  programId: string,
  partnerId: string,
  tenantId: string | null,
): Promise<void> {
  await em.execute('update links set tenant_id = ? where program_id = ? and partner_id = ?', [tenantId, programId, partnerId])
}
