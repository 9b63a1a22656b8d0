/** SQL of invites, which are enrolments with the status `invited` or `declined`. */
import type { InWorkspace } from '../../accounts/index.js'
import { isoInstant } from '../../kernel/db/iso-instant.js'
import type { Scope } from '../../kernel/scope.js'
import type { EnrolmentStatus } from '../enrolment.entity.js'
import type { GetPartnerInvites, PartnerInviteResponse } from './partner-invite.schema.js'

export type PartnerInviteRow = PartnerInviteResponse

const invitedAt = `${isoInstant('e.created_at')} as "invitedAt"`
const columns = `e.partner_id as "partnerId", p.name, p.email, e.group_id as "groupId", e.status,
  ${invitedAt}`

/** Newest first. */
export const partnerInvitesMatching = (
  { em }: Pick<Scope, 'em'>,
  programId: string,
  { status, search, page = 1, pageSize }: GetPartnerInvites,
): Promise<PartnerInviteRow[]> =>
  em.execute(
    `select ${columns} from enrolments e join partners p on p.id = e.partner_id
     where e.program_id = ? and e.status = ? and strpos(lower(p.name || ' ' || coalesce(p.email, '')), lower(?)) > 0
     order by e.created_at desc, e.id desc limit ? offset ?`,
    [programId, status, search ?? '', pageSize, (page - 1) * pageSize],
  )

/** Statuses of the partners with the addresses in the program. */
export async function statusesByEmail(
  { em }: Pick<Scope, 'em'>,
  programId: string,
  emails: readonly string[],
): Promise<Map<string, EnrolmentStatus>> {
  const rows: { email: string; status: EnrolmentStatus }[] = await em.execute(
    `select p.email, e.status from enrolments e join partners p on p.id = e.partner_id
     where e.program_id = ? and p.email = any (array[?]::text[])`,
    [programId, emails],
  )
  return new Map(rows.map(({ email, status }) => [email, status]))
}

/** What an invite email and its page contain. */
export interface InviteToAnswer {
  programId: string
  workspaceId: string
  partnerId: string
  programName: string
  supportEmail: string | null
  emailData: { subject?: string | null; title?: string | null; body?: string | null } | null
  name: string
  email: string
}

const toAnswer = `select g.id as "programId", g.workspace_id as "workspaceId", p.id as "partnerId", g.name as "programName",
    g.support_email as "supportEmail", g.invite_email_data as "emailData", p.name, p.email
  from enrolments e join programs g on g.id = e.program_id join partners p on p.id = e.partner_id
  where e.status = 'invited' and p.email is not null`

/** Null if the invite was answered or deleted. */
export async function inviteOfEnrolment({ em }: Pick<Scope, 'em'>, enrolmentId: string): Promise<InviteToAnswer | null> {
  const rows: InviteToAnswer[] = await em.execute(`${toAnswer} and e.id = ?`, [enrolmentId])
  return rows[0] ?? null
}

/** The latest unanswered invite of the workspace to the address. */
export async function inviteOfEmail(
  { em }: Pick<Scope, 'em'>,
  { workspaceId, email }: { workspaceId: string; email: string },
): Promise<InviteToAnswer | null> {
  const rows: InviteToAnswer[] = await em.execute(
    `${toAnswer} and g.workspace_id = ? and p.email = ? order by e.created_at desc, e.id desc limit 1`,
    [workspaceId, email],
  )
  return rows[0] ?? null
}

/** Unanswered invites to the address, of all programs, newest first. */
export const invitesOfEmail = (
  { em }: Pick<Scope, 'em'>,
  email: string,
): Promise<{ programId: string; programName: string; partnerId: string; invitedAt: string }[]> =>
  em.execute(
    `select g.id as "programId", g.name as "programName", p.id as "partnerId", ${invitedAt}
     from partners p join enrolments e on e.partner_id = p.id join programs g on g.id = e.program_id
     where p.email = ? and e.status = 'invited' order by e.created_at desc, e.id desc limit 1000`,
    [email],
  )

/** Records that the invite was sent again, unless that happened after `before`. Returns the id of the enrolment, or null. */
export async function renewInvite(
  { em, now }: Pick<InWorkspace, 'em' | 'now'>,
  { programId, partnerId, before }: { programId: string; partnerId: string; before: Date },
): Promise<string | null> {
  const rows: { id: string }[] = await em.execute(
    `update enrolments set created_at = ?, updated_at = ?
     where program_id = ? and partner_id = ? and status = 'invited' and created_at <= ? returning id`,
    [now(), now(), programId, partnerId, before],
  )
  return rows[0]?.id ?? null
}
