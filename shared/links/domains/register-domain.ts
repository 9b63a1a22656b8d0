/**
 * Purchase of a domain in three parts, so that no transaction is open while the registrar answers: the domain is added and marked as
 * ordered, the order is sent, and its result is stored. A job settles what a crash leaves.
 */
import type { WorkspaceScope } from '../../accounts/index.js'
import { forkScope, inTransaction, type JobScope, type Scope } from '../../kernel/scope.js'
import { days, minutes } from '../../kernel/time.js'
import { Domain } from '../domain.entity.js'
import { domainNotAvailable, premiumDomain, priceUnknown, UnansweredOrder } from '../errors.js'
import { createDomain } from './create-domain.js'
import { removeDomain } from './delete-domain.js'
import type { RegisterDomain } from './domain-input.schema.js'
import { openRegistrar, type Registrar, type Registration } from './registrar.js'
import { requireFreeSlug } from './require-free-slug.js'

export interface PurchasedDomain {
  domainId: string
  registration: Registration
  /** Cents of the first year. */
  price: number
  renewalFee: number
}

/** Buys a domain through the registrar. Rejects a premium name, and one that is already in use on this installation. */
export const purchaseDomain = (scope: WorkspaceScope, { domain }: RegisterDomain): Promise<PurchasedDomain> =>
  buyDomain(scope, domain, { allowPremium: false })

/**
 * Adds a name to the workspace and buys it for a year. Nothing is bought for a price that the registrar does not name. Requires that no
 * transaction is open; `storePurchase` stores the result.
 */
export async function buyDomain(
  scope: WorkspaceScope,
  name: string,
  { allowPremium, maxPrice }: { allowPremium: boolean; maxPrice?: number | undefined },
): Promise<PurchasedDomain> {
  const registrar = openRegistrar(scope)
  const slug = await requireFreeSlug(scope, name)
  const [status] = await registrar.statusOf([slug])
  const price = status?.prices?.registration ?? null
  if (!status?.available) throw domainNotAvailable(slug)
  if (price === null || (maxPrice !== undefined && price > maxPrice)) throw priceUnknown(slug, price)
  if (status.premium && !allowPremium) throw premiumDomain(slug)
  const domainId = await addOrderedDomain(scope, slug)
  const registration = await order(scope, registrar, { slug, domainId, isPremium: status.premium === true })
  return { domainId, registration, price, renewalFee: status.prices?.renewal ?? price }
}

function addOrderedDomain(scope: WorkspaceScope, slug: string): Promise<string> {
  const fork = forkScope(scope)
  return inTransaction(fork, async () => {
    const { id } = await createDomain(fork, { slug, archived: false, caseSensitive: false })
    await fork.em.nativeUpdate(Domain, { id }, { orderedAt: fork.now() })
    return id
  })
}

/** A refused order takes the domain back. If the answer is lost, the account at the registrar shows whether the order was carried out. */
async function order(
  scope: Scope,
  registrar: Registrar,
  { slug, domainId, isPremium }: { slug: string; domainId: string; isPremium: boolean },
): Promise<Registration> {
  try {
    return await registrar.register(slug, { isPremium })
  } catch (error) {
    const end = error instanceof UnansweredOrder ? await registrar.endOf(slug).catch(() => undefined) : null
    if (end) return { domain: slug, status: 'success', expiration: end.getTime() }
    if (end === null) await cancelPurchase(scope, domainId)
    throw error
  }
}

async function cancelPurchase(scope: Scope, domainId: string): Promise<void> {
  const fork = forkScope(scope)
  await inTransaction(fork, async () => removeDomain(fork, await fork.em.findOneOrFail(Domain, { id: domainId })))
}

/** Stores the result of a purchase and returns the registration. */
export async function storePurchase(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  { domainId, registration, renewalFee }: Pick<PurchasedDomain, 'domainId' | 'registration'> & { renewalFee: number | null },
): Promise<Registration> {
  const registeredAt = now()
  const registrationEndsAt = new Date(registration.expiration ?? registeredAt.getTime() + days(365))
  await em.nativeUpdate(Domain, { id: domainId }, { registeredAt, registrationEndsAt, renewalFee, orderedAt: null })
  return registration
}

/** Longer than any request to the registrar. */
const requestMs = minutes(10)
/** Registrars carry out orders within hours. */
const orderMs = days(1)

/** Settles purchases whose request ended before their result was stored: as the account at the registrar says. */
export async function settlePurchases(scope: JobScope): Promise<void> {
  if (!scope.config.dynadot.apiKey) return
  const now = scope.now().getTime()
  const registrar = openRegistrar(scope)
  const ordered = { registeredAt: null, deletedAt: null, orderedAt: { $lt: new Date(now - requestMs) } }
  for (const { id: domainId, slug, orderedAt } of await scope.em.find(Domain, ordered, { orderBy: { orderedAt: 'asc' }, limit: 100 })) {
    const end = await registrar.endOf(slug).catch((error: unknown) => {
      scope.log.warn({ err: error, slug }, 'an order is not settled yet')
      return undefined
    })
    const fork = forkScope(scope)
    const registration = (expiration: number) => ({ domain: slug, status: 'success', expiration })
    if (end) await inTransaction(fork, () => storePurchase(fork, { domainId, registration: registration(end.getTime()), renewalFee: null }))
    else if (end === null && orderedAt && orderedAt.getTime() < now - orderMs) await cancelPurchase(scope, domainId)
  }
}
