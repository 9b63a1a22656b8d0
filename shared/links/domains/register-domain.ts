import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { days } from '../../kernel/time.js'
import { Domain } from '../domain.entity.js'
import { domainNotAvailable, premiumDomain, priceUnknown } from '../errors.js'
import { createDomain } from './create-domain.js'
import type { RegisterDomain, RegisteredDomainResponse } from './domain-input.schema.js'
import { openRegistrar, type Registration } from './registrar.js'
import { requireFreeSlug } from './require-free-slug.js'

/** Buys a domain through the registrar and adds it. Rejects a premium name, and one that is already in use on this installation. */
export const registerDomain = async (
  scope: WorkspaceScope,
  { domain }: RegisterDomain,
): Promise<z.infer<typeof RegisteredDomainResponse>> => (await buyDomain(scope, domain, { allowPremium: false })).registration

/**
 * Buys a name for a year and adds it to the workspace. Nothing is bought for a price that the registrar does not name. The domain is added
 * before the order, so that an order is made only for a domain that can be added.
 */
export async function buyDomain(
  scope: WorkspaceScope,
  name: string,
  { allowPremium, maxPrice }: { allowPremium: boolean; maxPrice?: number | undefined },
): Promise<{ registration: Registration; price: number }> {
  const registrar = openRegistrar(scope)
  const slug = await requireFreeSlug(scope, name)
  const [status] = await registrar.statusOf([slug])
  const price = status?.prices?.registration ?? null
  if (!status?.available) throw domainNotAvailable(slug)
  if (price === null || (maxPrice !== undefined && price > maxPrice)) throw priceUnknown(slug, price)
  if (status.premium && !allowPremium) throw premiumDomain(slug)
  const { id } = await createDomain(scope, { slug, archived: false })
  const registration = await registrar.register(slug, { isPremium: status.premium === true })
  const now = scope.now()
  await scope.em.nativeUpdate(
    Domain,
    { id },
    {
      registeredAt: now,
      registrationEndsAt: new Date(registration.expiration ?? now.getTime() + days(365)),
      renewalFee: status.prices?.renewal ?? price,
    },
  )
  return { registration, price }
}
