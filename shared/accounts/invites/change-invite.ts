import { z } from 'zod'
import { Email, foldEmail } from '../email.js'
import { inviteNotFound } from '../errors.js'
import { Invite } from '../invite.entity.js'
import { requireGrantableRole, RoleField } from '../members/require-grantable-role.js'
import type { WorkspaceScope } from '../workspace-scope.js'

export const ChangeInvite = z.object({ email: Email, role: RoleField })

/** Changes the role of a pending invite. */
export async function changeInvite(scope: WorkspaceScope, { email, role }: z.infer<typeof ChangeInvite>) {
  const { em, workspace } = scope
  const invite = await em.findOne(Invite, { workspaceId: workspace.id, email: foldEmail(email) })
  if (!invite) throw inviteNotFound()
  requireGrantableRole(role, scope)
  invite.role = role
  return { id: `${workspace.id}-${invite.email}`, email: invite.email, role }
}
