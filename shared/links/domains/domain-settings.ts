/** What a domain may be told beside its name. */
import { requireFeature, type WorkspaceScope } from '../../accounts/index.js'
import type { Domain } from '../domain.entity.js'
import { logoNotHosted, pictureStorageMissing } from '../errors.js'
import { isPictureData, isPublicHttpUrl } from '../urls.js'
import type { DomainSettings } from './domain-input.schema.js'

type Columns = Partial<
  Pick<
    Domain,
    'expiredUrl' | 'notFoundUrl' | 'placeholder' | 'logo' | 'assetLinks' | 'appleAppSiteAssociation' | 'deepviewData' | 'linkRetentionDays'
  >
>

/** The columns that were said. Refuses settings that the plan does not include, and a logo that would have to be kept here. */
export function settingsOf({ workspace }: WorkspaceScope, said: DomainSettings): Columns {
  const { expiredUrl, notFoundUrl, logo, assetLinks, appleAppSiteAssociation, deepviewData, placeholder, linkRetentionDays } = said
  const files = {
    assetLinks: jsonOf(assetLinks),
    appleAppSiteAssociation: jsonOf(appleAppSiteAssociation),
    deepviewData: deepviewData === undefined ? undefined : (deepviewData?.json ?? {}),
  }
  if ([expiredUrl, notFoundUrl, logo, files.assetLinks, files.appleAppSiteAssociation].some(Boolean) || !isEmpty(files.deepviewData))
    requireFeature(workspace, 'domainSettings')
  if (logo) refuseLogo(logo)
  const columns = { expiredUrl, notFoundUrl, placeholder, logo: logo === '' ? null : logo, linkRetentionDays, ...files }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

const jsonOf = (said: { json: unknown } | null | undefined) => (said === undefined ? undefined : (said?.json ?? null))
const isEmpty = (value: unknown) => value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

function refuseLogo(logo: string): void {
  if (isPictureData(logo)) throw pictureStorageMissing()
  if (!logo.startsWith('https://') || !isPublicHttpUrl(logo)) throw logoNotHosted()
}
