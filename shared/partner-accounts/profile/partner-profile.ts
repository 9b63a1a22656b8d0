/** The profile of the partner that the caller acts for. */
import type { z } from 'zod'
import type { UserScope } from '../../accounts/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { Partner, platformsOfPartner } from '../../partners/index.js'
import { emailIsNotYours, partnerEmailTaken, partnerUsernameTaken, profileIncomplete, profileSubmittedAlready } from '../errors.js'
import { type PartnerScope, selectedPartner } from '../partner-scope.js'
import { openPartnerAccount } from '../sign-up/open-partner-account.js'
import { setPlatforms } from './platforms.queries.js'
import type { createPartnerAccountSchema, PartnerProfileResponse, updatePartnerProfileSchema } from './profile.schema.js'

export const getPartnerProfile = (scope: PartnerScope): Promise<PartnerProfileResponse> =>
  presentProfile(scope, scope.partner, scope.partnerRole)

/** Opens the partner account of the user's address. */
export async function createPartnerAccount(
  scope: UserScope,
  { name, country }: z.infer<typeof createPartnerAccountSchema>,
): Promise<PartnerProfileResponse> {
  await openPartnerAccount(scope, { name: name ?? scope.user.name, country })
  const { partner, role } = await selectedPartner(scope, scope)
  return presentProfile(scope, partner, role)
}

/** Changes the given fields and keeps the others. */
export async function updatePartnerProfile(
  scope: PartnerScope,
  { platforms, image, ...fields }: z.infer<typeof updatePartnerProfileSchema>,
): Promise<PartnerProfileResponse> {
  const { em, now, user } = scope
  const partner = await em.findOneOrFail(Partner, scope.partner.id)
  if (fields.email && fields.email !== partner.email && fields.email !== user.email?.toLowerCase()) throw emailIsNotYours()
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  Object.assign(partner, given, { updatedAt: now() })
  if (image !== undefined) partner.image = image || null
  await mapUniqueViolation(em.flush(), (constraint) =>
    constraint.includes('username') ? partnerUsernameTaken(fields.username ?? '') : partnerEmailTaken(),
  )
  if (platforms) await setPlatforms(scope, partner.id, platforms)
  return presentProfile(scope, partner, scope.partnerRole)
}

/** Requests the operator to list the partner in the network. The profile must be complete. */
export async function submitPartnerProfile(scope: PartnerScope): Promise<PartnerProfileResponse> {
  const partner = await scope.em.findOneOrFail(Partner, scope.partner.id)
  if (partner.networkStatus !== 'draft' && partner.networkStatus !== 'rejected') throw profileSubmittedAlready()
  const missing = missingFields(partner, await platformsOfPartner(scope, partner.id))
  if (missing.length > 0) throw profileIncomplete(missing)
  partner.networkStatus = 'submitted'
  partner.submittedAt = scope.now()
  partner.updatedAt = scope.now()
  return presentProfile(scope, partner, scope.partnerRole)
}

/** The fields without which programs cannot judge a partner. */
export function missingFields(partner: Partner, platforms: readonly unknown[]): string[] {
  const { country, description, industryInterests, profileType, companyName } = partner
  return [
    country ? null : 'country',
    description ? null : 'description',
    industryInterests?.length ? null : 'industryInterests',
    profileType === 'company' && !companyName ? 'companyName' : null,
    platforms.length > 0 ? null : 'platforms',
  ].filter((field) => field !== null)
}

async function presentProfile(
  scope: UserScope,
  partner: Readonly<Partner>,
  role: PartnerProfileResponse['role'],
): Promise<PartnerProfileResponse> {
  return {
    id: partner.id,
    name: partner.name,
    username: partner.username ?? null,
    email: partner.email ?? null,
    image: partner.image ?? null,
    description: partner.description ?? null,
    country: partner.country ?? null,
    profileType: partner.profileType,
    companyName: partner.companyName ?? null,
    networkStatus: partner.networkStatus,
    identityVerifiedAt: partner.identityVerifiedAt?.toISOString() ?? null,
    defaultPayoutMethod: partner.defaultPayoutMethod ?? null,
    payoutsEnabledAt: partner.payoutsEnabledAt?.toISOString() ?? null,
    invoiceSettings: partner.invoiceSettings ?? null,
    monthlyTraffic: partner.monthlyTraffic ?? null,
    industryInterests: partner.industryInterests ?? [],
    preferredEarningStructures: partner.preferredEarningStructures ?? [],
    salesChannels: partner.salesChannels ?? [],
    platforms: (await platformsOfPartner(scope, partner.id)) as PartnerProfileResponse['platforms'],
    role,
    createdAt: partner.createdAt.toISOString(),
  }
}
