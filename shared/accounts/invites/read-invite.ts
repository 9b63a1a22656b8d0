import { readLink } from '../one-time-link.js'
import { userByEmail } from '../users/user.queries.js'
import type { VisitorScope } from '../workspace-scope.js'
import { inviteOfLink } from './find-invite.js'

export interface InviteAtHand {
  token: string
  email: string
  role: string
  workspace: { name: string; slug: string }
  /** Whether the address has an account, which then has to log in. */
  hasAccount: boolean
}

/** What the page says to somebody who opens the link of an invite. Whoever opens it reads the letters of the address, and may know. */
export async function readInvite(scope: VisitorScope, { token }: { token: string }): Promise<InviteAtHand> {
  const { invite, workspace } = await inviteOfLink(scope, await readLink(scope, 'invite', token))
  const user = await userByEmail(scope.em, invite.email)
  return {
    token,
    email: invite.email,
    role: invite.role,
    workspace: { name: workspace.name, slug: workspace.slug },
    hasAccount: user !== null,
  }
}
