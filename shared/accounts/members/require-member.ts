import { memberNotFound } from '../errors.js'
import { Member } from '../member.entity.js'
import { User } from '../user.entity.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { lockMembers } from './member.queries.js'

/** A member of the workspace. Locks the members until the transaction ends. */
export async function requireMember({ em, workspace }: WorkspaceScope, userId: string): Promise<{ member: Member; user: User }> {
  await lockMembers(em, workspace.id)
  const member = await em.findOne(Member, { workspaceId: workspace.id, userId })
  const user = member && (await em.findOne(User, userId))
  if (!member || !user) throw memberNotFound()
  return { member, user }
}
