import { z } from 'zod'
import { Email, foldEmail } from '../email.js'
import { alreadyMember } from '../errors.js'
import { sendInviteJob } from '../jobs.js'
import { inviteTtlMs, inviteRate } from '../limits.js'
import { requireSeats } from '../members/join-workspace.js'
import { lockMembers, memberEmailsIn } from '../members/member.queries.js'
import { requireGrantableRole, RoleField } from '../members/require-grantable-role.js'
import { createOneTimeLink } from '../one-time-link.js'
import { invitePath } from '../page-paths.js'
import { throttle } from '../throttle.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { upsertInvite } from './invite.queries.js'

export const InviteTeammates = z.object({
  teammates: z
    .object({ email: Email, role: RoleField.default('member') })
    .array()
    .min(1)
    .max(10),
})

export interface Invited {
  message: string
  /**
   * With the links of the emails if the installation sends none. Otherwise only the mailbox gets its link: who joins by it is known to own
   * the address.
   */
  invites: { email: string; url?: string }[]
}

/** Invites up to ten people by email. If one of them is a member, or the user limit is exceeded, no one is invited. */
export async function inviteTeammates(scope: WorkspaceScope, { teammates }: z.infer<typeof InviteTeammates>): Promise<Invited> {
  const { em, config, workspace, now } = scope
  for (const { role } of teammates) requireGrantableRole(role, scope)
  await throttle(scope, `invite:${workspace.id}`, inviteRate)
  const rolesByEmail = new Map(teammates.map(({ email, role }) => [foldEmail(email), role]))
  const emails = [...rolesByEmail.keys()]
  await lockMembers(em, workspace.id)
  const [member] = await memberEmailsIn(em, workspace.id, emails)
  if (member) throw alreadyMember(member)
  await requireSeats(em, workspace, { now: now(), seats: emails.length, exceptEmails: emails })
  const invites: Invited['invites'] = []
  for (const [email, role] of rolesByEmail) {
    await upsertInvite(em, { workspaceId: workspace.id, email, role, expires: new Date(now().getTime() + inviteTtlMs), now: now() })
    invites.push(config.smtpUrl ? { email } : { email, url: await createInviteLink(scope, email) })
    scope.enqueue(sendInviteJob, { workspaceId: workspace.id, email })
  }
  return { message: emails.length === 1 ? 'Invite sent' : 'Invites sent', invites }
}

async function createInviteLink(scope: WorkspaceScope, email: string): Promise<string> {
  const { url } = await createOneTimeLink(scope, invitePath, inviteTtlMs, { purpose: 'invite', workspaceId: scope.workspace.id, email })
  return url
}
