/** The signed-in user, the partner account that they act for, and what they may do there. */
import type { OperationId, Output } from '../../console/api-client.js'
import { type Access, type Client, isRefusedTo, useClient } from '../../console/kit/client.js'
import { operations, partnerRolePermissions } from '../../console/operations.js'

export type Profile = Output<'getPartnerProfile'>
export type Account = Output<'listPartnerAccounts'>[number]

export interface Portal extends Client {
  user: Output<'getUser'>
  profile: Profile
  accounts: Account[]
  /** Loads the account again after it changed. */
  reload(): void
}

export const usePortal = () => useClient() as Portal

export const portalPath = (path: string) => (path === '' ? '/portal' : `/portal/${path}`)
export const programPath = (slug: string, path = '') => portalPath(`programs/${slug}${path === '' ? '' : `/${path}`}`)

export function accessOf(id: OperationId, user: Portal['user'], role: Profile['role']): Access {
  if (isRefusedTo(user, id)) return 'impersonation'
  const granted: readonly string[] = partnerRolePermissions[role]
  return operations[id].permissions.every((permission) => granted.includes(permission)) ? 'allowed' : 'permission'
}
