import { readOneTimeLink } from '../one-time-link.js'
import { userByEmail } from '../users/user.queries.js'
import type { UnauthenticatedScope } from '../workspace-scope.js'
import { requireInviteOfLink } from './find-invite.js'

export interface InvitePreview {
  token: string
  email: string
  role: string
  workspace: { name: string; slug: string }
  /** Whether an account with this address exists; its user must log in to accept. */
  hasAccount: boolean
}

/** Data of the invite page. Anyone with the link has access to the mailbox and may see it. */
export async function readInvite(scope: UnauthenticatedScope, { token }: { token: string }): Promise<InvitePreview> {
  const { invite, workspace } = await requireInviteOfLink(scope, await readOneTimeLink(scope, 'invite', token))
  const user = await userByEmail(scope.em, invite.email)
  return {
    token,
    email: invite.email,
    role: invite.role,
    workspace: { name: workspace.name, slug: workspace.slug },
    hasAccount: user !== null,
  }
}
