import { z } from 'zod'
import { Email, foldEmail } from '../email.js'
import { alreadyMember } from '../errors.js'
import { mailInvite } from '../jobs.js'
import { inviteLife, inviteRate } from '../limits.js'
import { requirePlaces } from '../members/join-workspace.js'
import { lockMembers, membersAmong } from '../members/member.queries.js'
import { requireRoleOnPlan, RoleField } from '../members/role-plans.js'
import { throttle } from '../throttle.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { storeInvite } from './invite.queries.js'

export const InviteTeammates = z.object({
  teammates: z
    .object({ email: Email, role: RoleField.default('member') })
    .array()
    .min(1)
    .max(10),
})

/** Invites people; each gets a letter. All or none: a member among them, or too little room, and nobody is invited. */
export async function inviteTeammates(scope: WorkspaceScope, { teammates }: z.infer<typeof InviteTeammates>): Promise<{ message: string }> {
  const { em, workspace, now } = scope
  await throttle(scope, `invite:${workspace.id}`, inviteRate)
  for (const { role } of teammates) requireRoleOnPlan(role, workspace)
  const rolesByEmail = new Map(teammates.map(({ email, role }) => [foldEmail(email), role]))
  const emails = [...rolesByEmail.keys()]
  await lockMembers(em, workspace.id)
  const [member] = await membersAmong(em, workspace.id, emails)
  if (member) throw alreadyMember(member)
  await requirePlaces(em, workspace, { now: now(), asked: emails.length, besides: emails })
  for (const [email, role] of rolesByEmail) {
    await storeInvite(em, { workspaceId: workspace.id, email, role, expires: new Date(now().getTime() + inviteLife), now: now() })
    scope.enqueue(mailInvite, { workspaceId: workspace.id, email })
  }
  return { message: emails.length === 1 ? 'Invite sent' : 'Invites sent' }
}
