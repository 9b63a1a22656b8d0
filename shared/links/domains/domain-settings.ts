/** Converts the optional settings of a domain from input to columns. */
import { requireFeature, type WorkspaceScope } from '../../accounts/index.js'
import { isStoredImage, storeImage } from '../../files/index.js'
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
 * Columns for the settings present in the input. Rejects settings that the plan does not include. A logo sent as a data URL is stored;
 * others must be https addresses.
 */
export async function settingsToColumns(scope: WorkspaceScope, input: DomainSettings): Promise<Columns> {
  const { expiredUrl, notFoundUrl, logo, assetLinks, appleAppSiteAssociation, deepviewData, placeholder, linkRetentionDays } = input
  const files = {
    assetLinks: jsonOf(assetLinks),
    appleAppSiteAssociation: jsonOf(appleAppSiteAssociation),
    deepviewData: jsonOf(deepviewData),
  }
  if ([expiredUrl, notFoundUrl, logo, files.assetLinks, files.appleAppSiteAssociation].some(Boolean) || !isEmpty(files.deepviewData))
    requireFeature(scope.workspace, 'domainSettings')
  const columns = {
    expiredUrl,
    notFoundUrl,
    placeholder,
    logo: logo ? await storeLogo(scope, logo) : logo === '' ? null : logo,
    linkRetentionDays,
    ...files,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

const jsonOf = (parsed: { json: unknown } | null | undefined) => (parsed === undefined ? undefined : (parsed?.json ?? null))
const isEmpty = (value: unknown) => value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)

async function storeLogo(scope: WorkspaceScope, logo: string): Promise<string> {
  const address = await storeImage(scope, 'logo', logo)
  if (!isStoredImage(scope, address) && !(address.startsWith('https://') && isPublicHttpUrl(address))) throw invalidLogoUrl()
  return address
}
