/** Decides whether visitors see a page that offers the app before they are sent to its store. Pure. */
import { isPlayStore, redirectParameters } from './final-url.js'
import type { DomainRecord } from './link-record.js'
import { joinUrl, RawQuery, splitUrl } from './raw-query.js'

export type AppPlatform = 'ios' | 'android'

const isAppleStore = (url: string) => /^https?:\/\/apps\.apple\.com(?=[:/?#]|$)/i.test(url)

/** Whether the URL is on the platform's app store. */
export const isStoreUrl = (platform: AppPlatform, url: string) => (platform === 'ios' ? isAppleStore(url) : isPlayStore(url))

/** The domain must be associated with an app of the platform and have content for the page. The query can skip the page. */
export function showsDeepLinkPage(domain: DomainRecord, platform: AppPlatform, query: string): boolean {
  const association = platform === 'ios' ? domain.appleAppSiteAssociation : domain.assetLinks
  return Boolean(association) && domain.hasDeepviewData && !new RawQuery(query).has(redirectParameters.skipDeepLink)
}

/**
 * Address of the page. It is on the host of the API, because phones open an app only for links from another host. The key is one segment,
 * also if it contains slashes.
 */
export const deepLinkPageUrl = (baseUrl: string, { domain, key }: { domain: string; key: string }, query: string) =>
  `${baseUrl}/deeplink/${domain}/${encodeURIComponent(key)}${query && `?${query}`}`

/** Address of the short link that opens the app, or else leads to its store without the page. The rest of the query stays as it is. */
export function withoutDeepLinkPage(shortLink: string, query: string): string {
  const parameters = new RawQuery(query)
  parameters.set(redirectParameters.skipDeepLink, '1')
  return joinUrl(splitUrl(shortLink), parameters.toString())
}
