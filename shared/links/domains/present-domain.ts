import type { z } from 'zod'
import type { Domain } from '../domain.entity.js'
import type { DomainSchema } from '../domain.schema.js'

export type DomainAnswer = z.input<typeof DomainSchema>

/** No domain is registered through the service as long as no registrar is connected to it. */
export function presentDomain(domain: Domain): DomainAnswer {
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
    assetLinks: textOf(domain.assetLinks),
    appleAppSiteAssociation: textOf(domain.appleAppSiteAssociation),
    deepviewData: JSON.stringify(domain.deepviewData),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    registeredDomain: null,
  }
}

const textOf = (json: unknown) => (json === null || json === undefined ? null : JSON.stringify(json))
