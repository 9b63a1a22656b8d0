import type { UserScope } from '../../accounts/index.js'
import { findOrCreatePartner } from '../../partners/index.js'
import { partnerAccountExists, partnerAccountHasUsers, userWithoutEmail } from '../errors.js'
import { accountsOfUser, addPartnerUser, countPartnerUsers, lockPartnerAccount } from '../members/partner-users.queries.js'

interface AccountOwner {
  userId: string
  /** Verified. */
  email: string
  name?: string | null | undefined
  country?: string | null | undefined
}

type OpeningScope = Pick<UserScope, 'em' | 'now'>

/**
 * Makes the user the owner of the partner account of their email address, and creates the account if there is none: programs may have
 * invited or enrolled the address already. Refuses users without an address, users with a partner account, and accounts that others manage.
 * Returns the partner.
 */
export async function openPartnerAccount(scope: UserScope, owner: Omit<AccountOwner, 'userId' | 'email'>): Promise<string> {
  const { email } = scope.user
  if (!email) throw userWithoutEmail()
  if ((await accountsOfUser(scope, scope.user.id)).length > 0) throw partnerAccountExists()
  return claimPartnerAccount(scope, { ...owner, userId: scope.user.id, email })
}

/** As `openPartnerAccount`, for a user who was just identified. */
export async function claimPartnerAccount(scope: Parameters<typeof findOrCreatePartner>[0], owner: AccountOwner): Promise<string> {
  const { userId, email, name, country } = owner
  const partnerId = await findOrCreatePartner(scope, { email: email.toLowerCase(), name, country })
  await requireUnmanaged(scope, partnerId)
  await addPartnerUser(scope, { partnerId, userId, role: 'owner' })
  return partnerId
}

/** The partner that the user acts for; the one of their address, which becomes theirs, if they have none. */
export async function partnerOfUser(scope: UserScope): Promise<string> {
  const [account] = await accountsOfUser(scope, scope.user.id)
  return account?.partnerId ?? openPartnerAccount(scope, { name: scope.user.name })
}

async function requireUnmanaged(scope: OpeningScope, partnerId: string): Promise<void> {
  await lockPartnerAccount(scope, partnerId)
  if ((await countPartnerUsers(scope, partnerId)).users > 0) throw partnerAccountHasUsers()
}
