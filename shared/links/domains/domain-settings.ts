/** Converts the optional settings of a domain from input to columns. */
import { requireFeature, type WorkspaceScope } from '../../accounts/index.js'
import type { Domain } from '../domain.entity.js'
import { invalidLogoUrl, imageStorageMissing } from '../errors.js'
import { isImageDataUrl, isPublicHttpUrl } from '../urls.js'
import type { DomainSettings } from './domain-input.schema.js'

type Columns = Partial<
  Pick<
    Domain,
    'expiredUrl' | 'notFoundUrl' | 'placeholder' | 'logo' | 'assetLinks' | 'appleAppSiteAssociation' | 'deepviewData' | 'linkRetentionDays'
  >
>

/**
 * Columns for the settings present in the input. Rejects settings that the plan does not include, and a logo that is not a hosted https
 * address.
 */
export function settingsToColumns({ workspace }: WorkspaceScope, input: DomainSettings): Columns {
  const { expiredUrl, notFoundUrl, logo, assetLinks, appleAppSiteAssociation, deepviewData, placeholder, linkRetentionDays } = input
  const files = {
    assetLinks: jsonOf(assetLinks),
    appleAppSiteAssociation: jsonOf(appleAppSiteAssociation),
    deepviewData: jsonOf(deepviewData),
  }
  if ([expiredUrl, notFoundUrl, logo, files.assetLinks, files.appleAppSiteAssociation].some(Boolean) || !isEmpty(files.deepviewData))
    requireFeature(workspace, 'domainSettings')
  if (logo) validateLogo(logo)
  const columns = { expiredUrl, notFoundUrl, placeholder, logo: logo === '' ? null : logo, linkRetentionDays, ...files }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

const jsonOf = (parsed: { json: unknown } | null | undefined) => (parsed === undefined ? undefined : (parsed?.json ?? null))
const isEmpty = (value: unknown) => value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)

function validateLogo(logo: string): void {
  if (isImageDataUrl(logo)) throw imageStorageMissing()
  if (!logo.startsWith('https://') || !isPublicHttpUrl(logo)) throw invalidLogoUrl()
}
