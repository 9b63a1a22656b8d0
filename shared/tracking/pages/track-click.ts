import { hostNotAllowed, isAllowedHost, type PageScope } from '../../accounts/index.js'
import { newClickId } from '../../kernel/ids.js'
import { type LinkRecord, findLinkRecord } from '../../links/index.js'
import { linkNotFound } from './errors.js'
import { stripClickIds, parseHost } from './page-address.js'
import type { TrackClick, TrackedClick } from './page-input.schema.js'
import { findAllowedHosts } from './page.queries.js'
import { findPreviousClick, recordClick, recordExclusion } from './record-click.js'
import { findExclusion, readVisitor } from './visitor.js'

/** Query parameters with a click id, under all supported names. */
export const clickIdParams = ({ config }: PageScope) => [config.clickIdParam, 'svc_id', 'dub_id']

/** Records a click of a visitor who arrived by a link without its redirect. Programs get an id as well, but are not counted. */
export async function trackClick(scope: PageScope, { domain, key, url, referrer }: TrackClick): Promise<TrackedClick> {
  const link = await requireLinkAt(scope, parseHost(domain), key)
  const visitor = readVisitor(scope, referrer)
  const existing = await findPreviousClick(scope, link, visitor)
  if (existing !== null) return { clickId: existing }

  if (!(await isFromAllowedPage(scope, link))) throw hostNotAllowed()
  const reason = findExclusion(scope, visitor)
  if (reason !== null) {
    recordExclusion(scope, link, reason)
    return { clickId: newClickId() }
  }
  return { clickId: await recordClick(scope, { link, visitor, trigger: 'link', url: stripClickIds(url, clickIdParams(scope), link.url) }) }
}

/** Returns the link at that domain and key; throws unless it exists and belongs to a workspace. */
export async function requireLinkAt({ pool }: PageScope, domain: string, key: string): Promise<LinkRecord & { workspaceId: string }> {
  const link = domain === '' ? null : await findLinkRecord(pool, domain, key)
  if (!link?.workspaceId) throw linkNotFound()
  return { ...link, workspaceId: link.workspaceId }
}

export const isFromAllowedPage = async ({ pool, headers }: PageScope, { workspaceId }: { workspaceId: string }) =>
  isAllowedHost(await findAllowedHosts(pool, workspaceId), headers)
