import type { z } from 'zod'
import type { Domain } from '../domain.entity.js'
import type { DomainSchema } from '../domain.schema.js'

export type DomainResponse = z.input<typeof DomainSchema>

/** `registeredDomain` is always null: no registrar is connected, so no domain is registered through the service. */
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
    registeredDomain: null,
  }
}

const serializeJson = (json: unknown) => (json === null || json === undefined ? null : JSON.stringify(json))
