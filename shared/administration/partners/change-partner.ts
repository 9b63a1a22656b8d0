/** What an operator changes of a partner account. Every change of the country or of the place in the network is kept in its history. */
import { z } from 'zod'
import { sendEmailJob } from '../../accounts/index.js'
import type { AdminScope } from '../../kernel/scope.js'
import { countryCode, Partner, type PartnerChange } from '../../partners/index.js'
import { countryUnchanged, identityVerifiedAlready, networkStatusUnchanged, partnerNotFound, trustedStaysApproved } from '../errors.js'
import type { Success } from '../success.schema.js'

export const networkStatusBodySchema = z.object({ status: z.enum(['approved', 'rejected', 'draft']) })
export const NetworkStatusOfPartner = z.object({ id: z.string(), networkStatus: z.string() })
export const countryBodySchema = z.object({ country: countryCode })
const success = { success: true as const }

export async function requirePartner({ em }: Pick<AdminScope, 'em'>, id: string): Promise<Partner> {
  const partner = await em.findOne(Partner, id)
  if (!partner) throw partnerNotFound(id)
  return partner
}

/** Appends to the history of the partner. */
export function noteChange({ now }: Pick<AdminScope, 'now'>, partner: Partner, change: Omit<PartnerChange, 'changedAt'>): void {
  partner.changeHistory = [...(partner.changeHistory ?? []), { ...change, changedAt: now().toISOString() }]
  partner.updatedAt = now()
}

/** Lists the partner in the network, or not. A partner who requested it gets the decision by email. `draft` removes earlier decisions. */
export async function setNetworkStatus(
  scope: AdminScope,
  id: string,
  { status }: z.infer<typeof networkStatusBodySchema>,
): Promise<z.infer<typeof NetworkStatusOfPartner>> {
  const partner = await requirePartner(scope, id)
  const from = partner.networkStatus
  if (from === status) throw networkStatusUnchanged(status)
  if (from === 'trusted' && status === 'approved') throw trustedStaysApproved()
  noteChange(scope, partner, { field: 'networkStatus', from, to: status })
  if (status === 'draft') partner.changeHistory = partner.changeHistory?.filter(({ field }) => field !== 'networkStatus') ?? []
  Object.assign(partner, { networkStatus: status, trustedAt: null, reviewedAt: status === 'draft' ? null : scope.now() })
  await scope.em.flush()
  if (from === 'submitted' && status !== 'draft' && partner.email)
    scope.enqueue(sendEmailJob, { to: partner.email, ...networkDecisionEmail(status, scope.config.baseUrl) })
  return { id, networkStatus: status }
}

const networkDecisionEmail = (status: 'approved' | 'rejected', baseUrl: string) =>
  status === 'approved'
    ? { subject: 'Your partner profile was approved', text: `Programs of ${baseUrl} can find and invite you now: ${baseUrl}/portal` }
    : {
        subject: 'Your partner profile was not approved',
        text: `Your profile is not shown to the programs of ${baseUrl}. You can complete it and submit it again: ${baseUrl}/portal/profile`,
      }

/** A partner in another country needs another way to be paid, so the present one is removed. */
export async function setPartnerCountry(
  scope: AdminScope,
  id: string,
  { country }: z.infer<typeof countryBodySchema>,
): Promise<z.infer<typeof Success>> {
  const partner = await requirePartner(scope, id)
  if (partner.country === country) throw countryUnchanged(country)
  noteChange(scope, partner, { field: 'country', from: partner.country ?? null, to: country })
  Object.assign(partner, { country, ...noPayoutMethod })
  await scope.em.flush()
  return success
}

export const noPayoutMethod = {
  defaultPayoutMethod: null,
  payoutsEnabledAt: null,
  paypalEmail: null,
  stripeConnectId: null,
  stripeRecipientId: null,
  payoutMethodHash: null,
  cryptoWalletAddress: null,
}

/** Records that the operator checked the identity of the partner. */
export async function verifyIdentity(scope: AdminScope, id: string): Promise<z.infer<typeof Success>> {
  const partner = await requirePartner(scope, id)
  if (partner.identityVerifiedAt) throw identityVerifiedAlready()
  Object.assign(partner, { identityVerifiedAt: scope.now(), identityVerificationStatus: 'approved', updatedAt: scope.now() })
  await scope.em.flush()
  return success
}
