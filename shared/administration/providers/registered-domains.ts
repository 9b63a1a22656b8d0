/** Domains that the operator looks up, registers and renews at the registrar of the installation, whose account pays for them. */
import { z } from 'zod'
import { Workspace } from '../../accounts/index.js'
import type { AdminScope } from '../../kernel/scope.js'
import {
  buyDomain,
  Domain,
  type DomainStatus,
  namesLike,
  openRegistrar,
  type PurchasedDomain,
  renewDomain,
  storePurchase,
} from '../../links/index.js'
import { ownerScope } from '../../partners/index.js'
import { workspaceNotFound } from '../errors.js'

const name = z.string().trim().toLowerCase().min(1).max(190)

export const searchAvailabilityQuerySchema = z.object({
  domain: name
    .transform((text) => (text.endsWith('.link') ? text : `${text}.link`))
    .pipe(z.string().regex(/^[a-z0-9-]{1,60}\.link$/, 'must be one name that ends in .link')),
})

/** Availability and prices of a name and its variants. A name that this installation serves is taken, whatever the registrar says. */
export async function searchAvailability(
  scope: AdminScope,
  { domain }: z.infer<typeof searchAvailabilityQuerySchema>,
): Promise<z.infer<typeof DomainStatus>[]> {
  if (await scope.em.findOne(Domain, { slug: domain, verified: true }))
    return [{ domain, available: false, premium: null, prices: null, price: null }]
  return openRegistrar(scope).statusOf(namesLike(domain))
}

export const registerPremiumBodySchema = z.object({
  domain: name.endsWith('.link').meta({ description: 'A name that ends in `.link`.' }),
  workspaceSlug: z.string().min(1).max(60),
  maxPriceInCents: z.number().int().positive().max(100_000_000).optional().meta({ description: 'Nothing is bought for a higher price.' }),
})
export const PremiumRegistration = z.object({
  success: z.literal(true),
  message: z.string(),
  registrationPriceCents: z.number(),
  expiresAt: z.string().nullable(),
})

type PremiumPurchase = PurchasedDomain & { workspaceSlug: string }

/** Buys a name for a workspace, also a premium one. Requires that no transaction is open. */
export async function purchasePremiumDomain(
  scope: AdminScope,
  { domain, workspaceSlug, maxPriceInCents }: z.infer<typeof registerPremiumBodySchema>,
): Promise<PremiumPurchase> {
  const workspace = await scope.em.findOne(Workspace, { slug: workspaceSlug })
  const owner = workspace && (await ownerScope(scope, workspace.id))
  if (!owner) throw workspaceNotFound(workspaceSlug)
  return { ...(await buyDomain(owner, domain, { allowPremium: true, maxPrice: maxPriceInCents })), workspaceSlug }
}

export async function storePremiumPurchase(
  scope: AdminScope,
  { workspaceSlug, ...purchase }: PremiumPurchase,
): Promise<z.infer<typeof PremiumRegistration>> {
  const { domain, expiration } = await storePurchase(scope, purchase)
  return {
    success: true,
    message: `${domain} was registered for the workspace ${workspaceSlug}.`,
    registrationPriceCents: purchase.price,
    expiresAt: expiration === null ? null : new Date(expiration).toISOString(),
  }
}

export const renewDomainBodySchema = z.object({
  domain: name,
  maxPriceInCents: z.number().int().positive().max(100_000_000).optional().meta({ description: 'Nothing is paid if a year costs more.' }),
})
export const DomainRenewal = z.object({ success: z.literal(true), message: z.string(), expiresAt: z.string() })

/** Renews a domain for a year. Requires that no transaction is open. */
export async function renewRegisteredDomain(
  scope: AdminScope,
  { domain, maxPriceInCents }: z.infer<typeof renewDomainBodySchema>,
): Promise<z.infer<typeof DomainRenewal>> {
  const expiresAt = (await renewDomain(scope, domain, { maxPrice: maxPriceInCents })).toISOString()
  return { success: true, message: `${domain} was renewed until ${expiresAt.slice(0, 10)}.`, expiresAt }
}
