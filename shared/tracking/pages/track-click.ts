import { hostNotAllowed, isAllowedHost, type PageScope } from '../../accounts/index.js'
import { newClickId } from '../../kernel/ids.js'
import { type LinkRecord, findLinkRecord } from '../../links/index.js'
import { linkNotFound } from './errors.js'
import { stripClickIds, parseHost } from './page-address.js'
import type { TrackClick, TrackedClick } from './page-input.schema.js'
import { findAllowedHosts, findReferral } from './page.queries.js'
import { findPreviousClick, recordClick, recordExclusion } from './record-click.js'
import { findExclusion, readVisitor } from './visitor.js'

/** Query parameters with a click id, under all supported names. */
export const clickIdParams = ({ config }: PageScope) => [config.clickIdParam, 'svc_id', 'dub_id']

/** Records a click of a visitor who arrived by a link without its redirect, and returns who referred the visitor. */
export async function trackClick(scope: PageScope, input: TrackClick): Promise<TrackedClick> {
  const link = await requireLinkAt(scope, parseHost(input.domain), input.key)
  const clickId = await clickIdOf(scope, link, input)
  const { programId, partnerId } = link
  if (programId === null || partnerId === null) return { clickId }
  return { clickId, ...(await findReferral(scope.pool, { programId, partnerId })) }
}

/** The id of the visitor's click. Programs get an id as well, but are not counted. */
async function clickIdOf(scope: PageScope, link: WorkspaceLink, { url, referrer }: TrackClick): Promise<string> {
  const visitor = readVisitor(scope, referrer)
  const existing = await findPreviousClick(scope, link, visitor)
  if (existing !== null) return existing

  if (!(await isFromAllowedPage(scope, link))) throw hostNotAllowed()
  const reason = findExclusion(scope, visitor)
  if (reason !== null) {
    recordExclusion(scope, link, reason)
    return newClickId()
  }
  return recordClick(scope, { link, visitor, trigger: 'link', url: stripClickIds(url, clickIdParams(scope), link.url) })
}

type WorkspaceLink = LinkRecord & { workspaceId: string }

/** Returns the link at that domain and key; throws unless it exists and belongs to a workspace. */
export async function requireLinkAt({ pool }: PageScope, domain: string, key: string): Promise<WorkspaceLink> {
  const link = domain === '' ? null : await findLinkRecord(pool, domain, key)
  if (!link?.workspaceId) throw linkNotFound()
  return { ...link, workspaceId: link.workspaceId }
}

export const isFromAllowedPage = async ({ pool, headers }: PageScope, { workspaceId }: { workspaceId: string }) =>
  isAllowedHost(await findAllowedHosts(pool, workspaceId), headers)
