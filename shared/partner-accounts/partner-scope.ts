import type { Caller, UserScope } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import { Partner } from '../partners/index.js'
import { partnerAccountNotFound } from './errors.js'
import { PartnerUser } from './partner-user.entity.js'
import type { PartnerRole } from './permissions.js'

/** A user who acts for a partner. Every query must be bound to `scope.partner`. */
export interface PartnerScope extends UserScope {
  /** Read-only. To change a partner, load its entity. */
  partner: Readonly<Partner>
  partnerRole: PartnerRole
}

export interface SelectedPartner {
  partner: Partner
  role: PartnerRole
}

/** The partner that the user selected last, with the role of the user. Refuses users without a partner account. */
export async function selectedPartner({ em }: Pick<Scope, 'em'>, { user }: Pick<Caller, 'user'>): Promise<SelectedPartner> {
  const membership = await em.findOne(PartnerUser, { userId: user.id }, { orderBy: { selectedAt: 'desc', partnerId: 'asc' } })
  const partner = membership && (await em.findOne(Partner, membership.partnerId))
  if (!partner) throw partnerAccountNotFound()
  return { partner, role: membership.role }
}
