/** SQL of the review of applications. */
import type { Scope } from '../kernel/scope.js'

type Db = Pick<Scope, 'em' | 'now'>

interface Review {
  programId: string
  partnerIds: readonly string[]
  userId: string | null
  rejectionReason?: string | null
  rejectionNote?: string | null
  fraudSuspicion?: string | null
}

/** Records the review in the latest application of each partner. */
export async function recordReview({ em, now }: Db, review: Review): Promise<void> {
  await em.execute(
    `update program_applications a set reviewed_at = ?, reviewed_by_user_id = ?, rejection_reason = ?, rejection_note = ?,
       fraud_suspicion = ?, auto_reject_at = null
     where a.id in (select distinct on (partner_id) id from program_applications
       where program_id = ? and partner_id = any (array[?]::text[]) order by partner_id, id desc)`,
    [
      now(),
      review.userId,
      review.rejectionReason ?? null,
      review.rejectionNote ?? null,
      review.fraudSuspicion ?? null,
      review.programId,
      review.partnerIds,
    ],
  )
}

export interface ReviewedApplication {
  id: string
  programName: string
  supportEmail: string | null
  name: string
  email: string
  rejectionReason: string | null
  rejectionNote: string | null
}

/** Completes the record of a review that came from elsewhere, and returns what its email contains. Null without an application. */
export async function completeReview(
  { em, now }: Db,
  { programId, partnerId, isApproved }: { programId: string; partnerId: string; isApproved: boolean },
): Promise<ReviewedApplication | null> {
  const found: ReviewedApplication[] = await em.execute(
    `update program_applications a set auto_reject_at = null,
       reviewed_at = case when ? and num_nonnulls(a.rejection_reason, a.rejection_note, a.fraud_suspicion) > 0 then ?::timestamptz
         else coalesce(a.reviewed_at, ?) end,
       ${['rejection_reason', 'rejection_note', 'fraud_suspicion'].map((column) => `${column} = case when not ? then a.${column} end`).join(', ')}
     from programs g, partners p
     where g.id = a.program_id and p.id = a.partner_id and a.id = (
       select id from program_applications where program_id = ? and partner_id = ? order by id desc limit 1)
     returning a.id, g.name as "programName", g.support_email as "supportEmail", p.name, coalesce(p.email, a.email) as email,
       a.rejection_reason as "rejectionReason", a.rejection_note as "rejectionNote"`,
    [isApproved, now(), now(), isApproved, isApproved, isApproved, programId, partnerId],
  )
  const application = found[0]
  if (!application) return null
  const column = isApproved ? 'approved_at' : 'rejected_at'
  await em.execute(`update program_application_events set ${column} = coalesce(${column}, ?) where application_id = ?`, [
    now(),
    application.id,
  ])
  return application
}

/** The applications of the source belong to the target after two accounts of a partner were merged. */
export async function moveApplications({ em }: Db, programId: string, sourceId: string, targetId: string): Promise<void> {
  await em.execute('update program_applications set partner_id = ? where program_id = ? and partner_id = ?', [
    targetId,
    programId,
    sourceId,
  ])
}

/** Applications whose automatic rejection is due. Those to a program of a disabled workspace wait for its restoration. */
export const dueRejections = ({ em, now }: Db, limit: number): Promise<{ id: string }[]> =>
  em.execute(
    `select a.id from program_applications a join programs g on g.id = a.program_id join workspaces w on w.id = g.workspace_id
     where a.auto_reject_at <= ? and w.disabled_at is null order by a.auto_reject_at limit ?`,
    [now(), limit],
  )

/** Pending applications of the workspace since a time, whose group approved by itself when they were submitted and does so now. */
export const applicationsSince = ({ em }: Db, workspaceId: string, since: Date): Promise<{ id: string }[]> =>
  em.execute(
    `select a.id from program_applications a join programs p on p.id = a.program_id join enrolments e on e.application_id = a.id
     join partner_groups g on g.id = e.group_id
     where p.workspace_id = ? and e.status = 'pending' and a.submitted_at >= ? and a.submitted_at >= g.auto_approve_partners_enabled_at
     order by a.id`,
    [workspaceId, since],
  )

export async function clearAutoReject({ em }: Db, id: string): Promise<void> {
  await em.execute('update program_applications set auto_reject_at = null where id = ?', [id])
}

/** The status of the enrolment, its group and the country of the partner; locked. Null if the application is not the current one. */
export async function lockEnrolmentOfApplication(
  { em }: Db,
  applicationId: string,
): Promise<{ status: string; groupId: string | null; country: string | null; email: string | null; isAutoApproved: boolean } | null> {
  const found: { status: string; groupId: string | null; country: string | null; email: string | null; isAutoApproved: boolean }[] =
    await em.execute(
      `select e.status, e.group_id as "groupId", p.country, p.email, coalesce(
         (select g.auto_approve_partners_enabled_at is not null from partner_groups g where g.id = e.group_id), false) as "isAutoApproved"
       from enrolments e join partners p on p.id = e.partner_id where e.application_id = ? for no key update of e`,
      [applicationId],
    )
  return found[0] ?? null
}

export interface DueReminder {
  id: string
  email: string
  createdAt: string
}

/** Unconfirmed applications to active programs whose reminder is due; locked, those that another run sends are left out. */
export const dueReminders = ({ em, now }: Db, limit: number): Promise<DueReminder[]> =>
  em.execute(
    `select a.id, a.email, a.created_at as "createdAt"
     from program_applications a join programs g on g.id = a.program_id
     where a.remind_at <= ? and g.deactivated_at is null order by a.remind_at limit ? for update of a skip locked`,
    [now(), limit],
  )

export async function setReminder({ em }: Db, id: string, at: Date | null): Promise<void> {
  await em.execute('update program_applications set remind_at = ? where id = ?', [at, id])
}

export interface PendingSummary {
  programId: string
  workspaceId: string
  programName: string
  count: number
  newest: string[]
}

/** Programs with applications that wait, in the order of their ids, with the names of the three newest applicants. */
export const pendingSummaries = ({ em }: Db, after: string, limit: number): Promise<PendingSummary[]> =>
  em.execute(
    `select g.id as "programId", g.workspace_id as "workspaceId", g.name as "programName", found.count, found.newest
     from programs g join lateral (
       select count(*)::int as count, (array_agg(p.name order by e.created_at desc))[1:3] as newest
       from enrolments e join partners p on p.id = e.partner_id
       where e.program_id = g.id and e.status = 'pending' and e.application_id is not null
     ) found on found.count > 0
     where g.id > ? and g.deactivated_at is null order by g.id limit ?`,
    [after, limit],
  )
