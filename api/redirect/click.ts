/** Builds the click or exclusion event of an answered request. */
import { clickIdTime, isClickId, minIdAt, newClickId } from '../../shared/kernel/ids.js'
import type { MaybePromise } from '../../shared/kernel/maybe-promise.js'
import { seconds } from '../../shared/kernel/time.js'
import type { LinkRecord } from '../../shared/links/index.js'
import type { RawClick, RedirectEvent } from '../../shared/tracking/index.js'
import type { RedirectContext } from './context.js'
import { clickCookieMaxAgeMs, readCookie } from './cookies.js'
import type { ShortLinkRequest } from './short-link-request.js'
import type { ShortLinkVisit } from './visit.js'

export interface ClickIdentity {
  id: string
  /** The time of the id in milliseconds, so that both copies of a click that arrives twice fall into the same partition. */
  at: number
  /** The id was issued on an earlier visit, so its click may already be recorded. */
  returning: boolean
}

/**
 * The click id of this visit: the id in the visitor's cookie, else the id of the same visitor's click on this link within the last hour,
 * else a new id. The store is only queried if the destination or an app receives the id: a new id on a repeated visit would belong to no
 * click.
 */
export function clickIdentity({ context, request, reason }: ShortLinkVisit, link: LinkRecord, now: number): MaybePromise<ClickIdentity> {
  const cookieId = request.cookie === undefined ? null : readCookie(request.cookie, context.cookies.click(link))
  if (cookieId !== null && isRecent(cookieId) && isAsOldAs(link, cookieId)) return returning(cookieId)
  const fresh = { id: newClickId(now), at: now, returning: false }
  return reason !== null || !(link.passesClickId || mayLeadToAppStore(link)) ? fresh : identityOfVisit(context, link, request, fresh)
}

async function identityOfVisit(
  context: RedirectContext,
  link: LinkRecord,
  request: ShortLinkRequest,
  fresh: ClickIdentity,
): Promise<ClickIdentity> {
  const visitor = { workspaceId: link.workspaceId ?? '', linkId: link.id, ip: request.ip, ua: request.userAgent }
  const previousId = await context.visitIds.findOrKeep(visitor, fresh.id)
  return previousId !== null && isRecent(previousId) ? returning(previousId) : fresh
}

const returning = (id: string): ClickIdentity => ({ id, at: clickIdTime(id), returning: true })

/** How far the clocks of two processes may differ. */
const clockToleranceMs = seconds(5)

/** Click ids contain their creation time. An id older than the cookie's lifetime, or from the future, is forged. */
function isRecent(id: string): boolean {
  if (!isClickId(id)) return false
  const age = Date.now() - clickIdTime(id)
  return age >= -clockToleranceMs && age <= clickCookieMaxAgeMs
}

/**
 * Whether the link existed in its workspace at the time of the click. Before, its address may have been that of another link, whose click
 * the cookie names, or the click is that of another workspace.
 */
function isAsOldAs({ id, countsSince }: LinkRecord, clickId: string): boolean {
  const clickedAt = clickIdTime(clickId)
  return id < minIdAt('link_', clickedAt + clockToleranceMs) && (countsSince === null || clickedAt >= countsSince)
}

// An app installed from a store does not receive the link, so it queries for the store visit that led to its installation.
const appStore = /^https:\/\/(?:apps\.apple\.com|play\.google\.com)\//i

const mayLeadToAppStore = ({ url, ios, android }: LinkRecord) =>
  appStore.test(url) || (ios !== null && appStore.test(ios)) || (android !== null && appStore.test(android))

/** `url` is the visitor's destination without the click id. */
export function redirectEvent(visit: ShortLinkVisit, link: LinkRecord, identity: ClickIdentity, url: string): RedirectEvent {
  const { request, location, reason } = visit
  const workspaceId = link.workspaceId ?? ''
  if (reason) return { exclusion: { workspaceId, linkId: link.id, day: new Date().toISOString().slice(0, 10), reason, count: 1 } }
  const click: RawClick = {
    id: identity.id,
    at: identity.at,
    workspaceId,
    linkId: link.id,
    domain: link.domain,
    key: link.key,
    url,
    ip: request.ip,
    ua: request.userAgent,
    referer: request.referer,
    trigger: request.query !== '' && /(?:^|&)qr=1(?:&|$)/.test(request.query) ? 'qr' : 'link',
  }
  if (location) click.location = location
  if (identity.returning) click.returning = true
  // An app names the click of its store visit as a destination does.
  return appStore.test(url)
    ? { click, isIdForwarded: true, appStoreVisit: { url: link.url } }
    : { click, isIdForwarded: link.passesClickId }
}
