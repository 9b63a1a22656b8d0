import { hostNotAllowed, isAllowedHost, type PageScope } from '../../accounts/index.js'
import { newClickId } from '../../kernel/ids.js'
import { type LinkRecord, linkAt } from '../../links/index.js'
import { clickBefore, clickNow, countExcluded } from './click-of-visit.js'
import { linkNotFound } from './errors.js'
import { countedPage, hostNamed } from './page-address.js'
import type { TrackClick, TrackedClick } from './page-input.schema.js'
import { allowedHostsOf } from './page.queries.js'
import { exclusionOf, visitorOf } from './visitor.js'

/** Parameters that carry a click id, whoever wrote the page. */
export const clickIdParams = ({ config }: PageScope) => [config.clickIdParam, 'svc_id', 'dub_id']

/** A page tells that somebody arrived by a link without its redirect. Programs get an id as well, and count for nothing. */
export async function trackClick(scope: PageScope, { domain, key, url, referrer }: TrackClick): Promise<TrackedClick> {
  const link = await requireLinkAt(scope, hostNamed(domain), key)
  const visitor = visitorOf(scope, referrer)
  const before = await clickBefore(scope, link, visitor)
  if (before !== null) return { clickId: before }

  if (!(await isFromAllowedPage(scope, link))) throw hostNotAllowed()
  const reason = exclusionOf(scope, visitor)
  if (reason !== null) {
    countExcluded(scope, link, reason)
    return { clickId: newClickId() }
  }
  return { clickId: await clickNow(scope, { link, visitor, trigger: 'link', url: countedPage(url, clickIdParams(scope), link.url) }) }
}

/** The link of a workspace at that address. */
export async function requireLinkAt({ pool }: PageScope, domain: string, key: string): Promise<LinkRecord & { workspaceId: string }> {
  const link = domain === '' ? null : await linkAt(pool, domain, key)
  if (!link?.workspaceId) throw linkNotFound()
  return { ...link, workspaceId: link.workspaceId }
}

export const isFromAllowedPage = async ({ pool, headers }: PageScope, { workspaceId }: { workspaceId: string }) =>
  isAllowedHost(await allowedHostsOf(pool, workspaceId), headers)
