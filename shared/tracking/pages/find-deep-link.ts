import { z } from 'zod'
import type { PageScope } from '../../accounts/index.js'
import {
  type AppPlatform,
  decideDestination,
  deepviewDataOf,
  finalUrl,
  findLinkWithDomain,
  type LinkRecord,
  showsDeepLinkPage,
  withoutDeepLinkPage,
} from '../../links/index.js'
import { deviceOf } from '../visitor/device.js'
import { linkNotFound } from './errors.js'
import { type PageVisitor, readVisitor } from './visitor.js'

export const DeepLinkParams = z.object({ domain: z.string().toLowerCase(), key: z.string() })

const text = z.string().trim().min(1).max(1000).optional().catch(undefined)
const DeepviewData = z.object({ appName: text, title: text, description: text, image: text }).catch({})

/** The page that offers an app before its store, or the address to go to instead. */
export type DeepLink = { location: string } | { content: z.infer<typeof DeepviewData>; host: string; openUrl: string; storeUrl: string }

/**
 * The content of the page for the visitor's phone. Opening the short link from it starts the app, because the page is on another host. A
 * link that no longer leads to a store, or needs a password, is followed as usual. The query is that of the short link.
 */
export async function findDeepLink(scope: PageScope, { domain: slug, key }: z.infer<typeof DeepLinkParams>): Promise<DeepLink> {
  const found = await findLinkWithDomain(scope.pool, slug, key)
  if (!found) throw linkNotFound()
  const { link, domain } = found
  const visitor = readVisitor(scope, null)
  const store = storeOf(scope, link, visitor)
  const query = scope.rawQuery
  const openUrl = withoutDeepLinkPage(link.shortLink, query)
  if (!store || !showsDeepLinkPage(domain, store.platform, query)) return { location: openUrl }
  const { location: storeUrl } = finalUrl({
    link,
    target: store.url,
    clickId: null,
    clickIdParam: scope.config.clickIdParam,
    query,
    visitor: { ip: visitor.ip, userAgent: visitor.ua },
  })
  return { content: DeepviewData.parse(await deepviewDataOf(scope.pool, domain.slug)), host: domain.slug, openUrl, storeUrl }
}

/** The store that the link leads this visitor to. */
function storeOf({ now }: PageScope, link: LinkRecord, { ua }: PageVisitor): { platform: AppPlatform; url: string } | null {
  const decision = decideDestination(
    link,
    {
      isInspection: false,
      passwordVerified: false,
      isBot: false,
      os: () => deviceOf(ua).os,
      country: () => '',
      previousVariant: null,
      random: 0,
    },
    now().getTime(),
  )
  return decision.kind === 'redirect' && decision.store ? { platform: decision.store, url: decision.target } : null
}
