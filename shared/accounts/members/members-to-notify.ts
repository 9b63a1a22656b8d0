import type { Scope } from '../../kernel/scope.js'
import type { Role } from '../member.entity.js'
import { memberAddressesByWorkspace } from './member.queries.js'
import { defaultPreferences, type Preference } from './notification-preferences.js'

export interface NotifiedMembers {
  /** Only members in these roles; all of them if absent. */
  roles?: readonly Role[]
  /** Only members who did not switch this email off, or switched it on where it is off by default. */
  preference?: Preference
}

/** Email addresses of the members of a workspace who receive an email, without machine users. */
export async function membersToNotify(scope: Pick<Scope, 'em'>, workspaceId: string, members: NotifiedMembers): Promise<string[]> {
  return (await membersToNotifyByWorkspace(scope, [workspaceId], members)).get(workspaceId) ?? []
}

/** The same for several workspaces, by their ids. Workspaces without such members are absent. */
export const membersToNotifyByWorkspace = (
  { em }: Pick<Scope, 'em'>,
  workspaceIds: readonly string[],
  { roles, preference }: NotifiedMembers,
): Promise<Map<string, string[]>> =>
  memberAddressesByWorkspace(
    em,
    workspaceIds,
    roles ?? null,
    preference ? { name: preference, byDefault: defaultPreferences[preference] } : null,
  )
