import type { Scope } from '../../kernel/scope.js'
import type { Role } from '../member.entity.js'
import { memberAddresses } from './member.queries.js'
import { defaultPreferences, type Preference } from './notification-preferences.js'

export interface NotifiedMembers {
  /** Only members in these roles; all of them if absent. */
  roles?: readonly Role[]
  /** Only members who did not switch this email off, or switched it on where it is off by default. */
  preference?: Preference
}

/** Email addresses of the members of a workspace who receive an email, without machine users. */
export const membersToNotify = (
  { em }: Pick<Scope, 'em'>,
  workspaceId: string,
  { roles, preference }: NotifiedMembers,
): Promise<string[]> =>
  memberAddresses(em, workspaceId, roles ?? null, preference ? { name: preference, byDefault: defaultPreferences[preference] } : null)
