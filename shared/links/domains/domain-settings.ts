/** Converts the optional settings of a domain from input to columns. */
import { requireFeature, type WorkspaceScope } from '../../accounts/index.js'
import { isStoredImage } from '../../files/index.js'
import type { Domain } from '../domain.entity.js'
import { invalidLogoUrl } from '../errors.js'
import { isPublicHttpUrl } from '../urls.js'
import type { DomainSettings } from './domain-input.schema.js'

type Columns = Partial<
  Pick<
    Domain,
    'expiredUrl' | 'notFoundUrl' | 'placeholder' | 'logo' | 'assetLinks' | 'appleAppSiteAssociation' | 'deepviewData' | 'linkRetentionDays'
  >
>

/**
 * Columns for the settings present in the input. Rejects settings that the plan does not include. A logo must be stored here or have an
 * https address.
 */
export async function settingsToColumns(scope: WorkspaceScope, input: DomainSettings): Promise<Columns> {
  const { expiredUrl, notFoundUrl, logo, assetLinks, appleAppSiteAssociation, deepviewData, placeholder, linkRetentionDays } = input
  const files = {
    assetLinks: jsonOf(assetLinks),
    appleAppSiteAssociation: jsonOf(appleAppSiteAssociation),
    deepviewData: jsonOf(deepviewData),
  }
  if ([expiredUrl, notFoundUrl, logo, files.assetLinks, files.appleAppSiteAssociation].some(Boolean) || !isEmpty(files.deepviewData))
    requireDomainSettings(scope)
  const columns = {
    expiredUrl,
    notFoundUrl,
    placeholder,
    logo: logo ? usableLogo(scope, logo) : logo === '' ? null : logo,
    linkRetentionDays,
    ...files,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** Refuses settings of domains that the plan does not include. */
export const requireDomainSettings = ({ workspace }: WorkspaceScope): void => requireFeature(workspace, 'domainSettings')

const jsonOf = (parsed: { json: unknown } | null | undefined) => (parsed === undefined ? undefined : (parsed?.json ?? null))
const isEmpty = (value: unknown) => value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)

function usableLogo(scope: WorkspaceScope, address: string): string {
  if (!isStoredImage(scope, address) && !(address.startsWith('https://') && isPublicHttpUrl(address))) throw invalidLogoUrl()
  return address
}
