/** Partners whom the operator trusts: programs see them first. */
import { z } from 'zod'
import type { AdminScope } from '../../kernel/scope.js'
import { PlatformSchema } from '../../partner-accounts/index.js'
import { Partner } from '../../partners/index.js'
import { notTrusted, partnerNotFound, trustedAlready } from '../errors.js'
import type { Success } from '../success.schema.js'
import { noteChange, requirePartner } from './change-partner.js'
import { isPartnerId, trustedPartners } from './partners.queries.js'

const shown = { id: z.string(), name: z.string(), email: z.string().nullable(), image: z.string().nullable(), trustedAt: z.string() }
export const TrustedPartner = z.object(shown)
export const TrustedPartners = z.object({
  partners: z.object({ ...shown, description: z.string().nullable(), platforms: PlatformSchema.array() }).array(),
})
export const trustPartnerBodySchema = z.object({
  partnerIdOrEmail: z
    .string()
    .max(200)
    .refine((text) => text.startsWith('pn_') || text.includes('@'), { message: 'must be the id or the email address of a partner' }),
})
export const distrustPartnerBodySchema = z.object({ partnerId: z.string().max(100) })

/** The last one first, at most 1,000. */
export const listTrustedPartners = async (scope: AdminScope): Promise<z.infer<typeof TrustedPartners>> => ({
  partners: await trustedPartners(scope),
})

export async function trustPartner(
  scope: AdminScope,
  { partnerIdOrEmail }: z.infer<typeof trustPartnerBodySchema>,
): Promise<z.infer<typeof TrustedPartner>> {
  const where = isPartnerId(partnerIdOrEmail) ? { id: partnerIdOrEmail } : { email: partnerIdOrEmail.toLowerCase() }
  const partner = await scope.em.findOne(Partner, where)
  if (!partner) throw partnerNotFound(partnerIdOrEmail)
  if (partner.networkStatus === 'trusted') throw trustedAlready()
  noteChange(scope, partner, { field: 'networkStatus', from: partner.networkStatus, to: 'trusted' })
  const trustedAt = scope.now()
  Object.assign(partner, { networkStatus: 'trusted', trustedAt })
  await scope.em.flush()
  const { id, name, email = null, image = null } = partner
  return { id, name, email, image, trustedAt: trustedAt.toISOString() }
}

export async function distrustPartner(
  scope: AdminScope,
  { partnerId }: z.infer<typeof distrustPartnerBodySchema>,
): Promise<z.infer<typeof Success>> {
  const partner = await requirePartner(scope, partnerId)
  if (partner.networkStatus !== 'trusted') throw notTrusted()
  noteChange(scope, partner, { field: 'networkStatus', from: 'trusted', to: 'approved' })
  Object.assign(partner, { networkStatus: 'approved', trustedAt: null })
  await scope.em.flush()
  return { success: true }
}
