import type { z } from 'zod'
import type { Domain } from '../domain.entity.js'
import type { DomainSchema } from '../domain.schema.js'

export type DomainResponse = z.input<typeof DomainSchema>

export function presentDomain(domain: Domain): DomainResponse {
  const {
    id,
    slug,
    verified,
    primary,
    archived,
    placeholder = null,
    expiredUrl = null,
    notFoundUrl = null,
    logo = null,
    createdAt,
    updatedAt,
  } = domain
  return {
    id,
    slug,
    verified,
    primary,
    archived,
    placeholder,
    expiredUrl,
    notFoundUrl,
    logo,
    assetLinks: serializeJson(domain.assetLinks),
    appleAppSiteAssociation: serializeJson(domain.appleAppSiteAssociation),
    deepviewData: serializeJson(domain.deepviewData),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    registeredDomain: presentRegistration(domain),
  }
}

function presentRegistration(domain: Domain): DomainResponse['registeredDomain'] {
  const { id, registeredAt, registrationEndsAt, renewalFee, autoRenewalDisabledAt } = domain
  if (!registeredAt || !registrationEndsAt) return null
  return {
    id,
    autoRenewalDisabledAt: autoRenewalDisabledAt?.toISOString() ?? null,
    createdAt: registeredAt.toISOString(),
    expiresAt: registrationEndsAt.toISOString(),
    renewalFee: renewalFee ?? 0,
  }
}

const serializeJson = (json: unknown) => (json === null || json === undefined ? null : JSON.stringify(json))
