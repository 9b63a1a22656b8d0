import type { EntityManager } from '@mikro-orm/postgresql'
import { workspaceDisabled } from '../errors.js'
import { isWorkspaceDisabled, lockMembers } from './member.queries.js'

/**
 * Refuses while the workspace is disabled, also if that happened after the caller was authenticated: a member or role that is added then
 * could change the workspace. Takes the members lock.
 */
export async function requireEnabledWorkspace(em: EntityManager, workspaceId: string): Promise<void> {
  await lockMembers(em, workspaceId)
  if (await isWorkspaceDisabled(em, workspaceId)) throw workspaceDisabled()
}
