/** Resolves a request on a link domain to the reply and the event to record. */
import { type MaybePromise, thenMaybe } from '../../shared/kernel/maybe-promise.js'
import {
  type Decision,
  decideDestination,
  deepLinkPageUrl,
  type DomainRecord,
  type FinalUrl,
  finalUrl,
  type LinkRecord,
  rootKey,
  redirectParameters,
  showsDeepLinkPage,
} from '../../shared/links/index.js'
import type { RedirectEvent } from '../../shared/tracking/index.js'
import { type ClickIdentity, clickIdentity, redirectEvent } from './click.js'
import type { RedirectContext } from './context.js'
import { setClickCookie, setVariantCookie } from './cookies.js'
import {
  bannedPage,
  cloakPage,
  expiredPage,
  inspectPage,
  notFoundPage,
  passwordPage,
  placeholderPage,
  previewPage,
  schemePage,
} from './pages/index.js'
import { type Reply, redirectTo, type HeaderList, jsonReply, htmlReply } from './reply.js'
import { findLink, parseKey } from './resolve-link.js'
import { dashboardPrefix, dashboardReply } from './shared-dashboard.js'
import type { ShortLinkRequest } from './short-link-request.js'
import { verifyPassword } from './verify-password.js'
import { ShortLinkVisit } from './visit.js'

const noIndex: HeaderList = ['X-Robots-Tag', 'googlebot: noindex']

export type RedirectOutcome = CountedOutcome | { reply: Reply; event: null }

/** An outcome that counts as a click or as an excluded visit. */
export interface CountedOutcome {
  reply: Reply
  /** Recorded before the reply is sent. */
  event: RedirectEvent
  counted: CountedVisit
}

export const withoutEvent = (reply: Reply): RedirectOutcome => ({ reply, event: null })

/** The outcome of a GET or HEAD request for a path on a link domain. */
export function followLink(context: RedirectContext, domain: DomainRecord, request: ShortLinkRequest): MaybePromise<RedirectOutcome> {
  const association = associationFile(domain, request.path)
  if (association) return withoutEvent(association)
  const { key, isInspection } = parseKey(request.path)
  if (key !== rootKey && isProbe(key)) return withoutEvent(redirectTo(302, `/?${redirectParameters.noTrack[0]}=1`, noIndex))
  return thenMaybe(findLink(context, domain, key), new ShortLinkVisit(context, domain, request, isInspection), visitLink)
}

const visitLink = (link: LinkRecord | null, visit: ShortLinkVisit): MaybePromise<RedirectOutcome> =>
  link === null || link.sealedPassword === null ? answerVisit(link, visit) : visitProtectedLink(link, visit)

async function visitProtectedLink(link: LinkRecord, visit: ShortLinkVisit): Promise<RedirectOutcome> {
  visit.passwordVerified = await verifyPassword(visit.context, link, visit.request)
  return answerVisit(link, visit)
}

function answerVisit(link: LinkRecord | null, visit: ShortLinkVisit): MaybePromise<RedirectOutcome> {
  const now = Date.now()
  const decision = decideDestination(link, visit, now)
  if (link === null || !reachesDestination(decision)) return blockedOutcome(decision as BlockedDecision, link, visit)
  return thenMaybe(clickIdentity(visit, link, now), { visit, link, decision }, countedOutcome)
}

function blockedOutcome(decision: BlockedDecision, link: LinkRecord | null, visit: ShortLinkVisit): MaybePromise<RedirectOutcome> {
  const blocked = () => withoutEvent(blockedReply(decision, link, visit))
  const { context, domain, request } = visit
  const { key } = parseKey(request.path)
  return link === null && key.startsWith(dashboardPrefix)
    ? dashboardReply(context, domain, key).then((reply) => (reply ? withoutEvent(reply) : blocked()))
    : blocked()
}

/** Vulnerability scanners request these paths. They are redirected and never recorded. */
const isProbe = (key: string) => key.startsWith('.well-known') || key.endsWith('.php') || key.endsWith('.php7')

function associationFile(domain: DomainRecord, path: string): Reply | null {
  if (!path.startsWith('/.well-known/')) return null
  const content =
    path === '/.well-known/apple-app-site-association'
      ? domain.appleAppSiteAssociation
      : path === '/.well-known/assetlinks.json'
        ? domain.assetLinks
        : null
  return content === null || content === undefined ? null : jsonReply(content)
}

type RedirectDecision = Extract<Decision, { target: string } | { kind: 'placeholder' }>
type BlockedDecision = Exclude<Decision, RedirectDecision>

const reachesDestination = (decision: Decision): decision is RedirectDecision => 'target' in decision || decision.kind === 'placeholder'

/** Replies that do not lead to the destination. None of them counts as a click. */
function blockedReply(decision: BlockedDecision, link: LinkRecord | null, { domain, request }: ShortLinkVisit): Reply {
  switch (decision.kind) {
    case 'banned':
      return htmlReply(403, bannedPage(), noIndex)
    case 'expired':
      if (decision.expiredUrl !== null) return redirectTo(302, decision.expiredUrl, noIndex)
      return domain.expiredUrl ? redirectTo(307, domain.expiredUrl, noIndex) : htmlReply(410, expiredPage(), noIndex)
    case 'password':
      return htmlReply(200, passwordPage(request.path + (request.query ? `?${request.query}` : ''), false), noIndex)
    case 'inspect':
      return htmlReply(200, inspectPage(link as LinkRecord), noIndex)
    case 'preview':
      return htmlReply(200, previewPage(link as LinkRecord), noIndex)
    case 'not-found':
      return notFoundReply(domain, request)
  }
}

function notFoundReply(domain: DomainRecord, { path }: ShortLinkRequest): Reply {
  if (domain.notFoundUrl) return redirectTo(307, domain.notFoundUrl)
  return path === '/' ? htmlReply(200, placeholderPage(domain.slug)) : htmlReply(404, notFoundPage())
}

/** A visit that reaches the destination or the page in its place. */
export interface CountedVisit {
  visit: ShortLinkVisit
  link: LinkRecord
  decision: RedirectDecision
}

/** Sends the visitor to the destination, directly or through a page, and records the visit. */
function countedOutcome(identity: ClickIdentity, counted: CountedVisit): CountedOutcome {
  const { visit, link } = counted
  // A HEAD request is no click, so its sender gets no id that a conversion could name.
  const clickId = visit.reason === 'head' && !identity.returning ? null : identity.id
  const { location, recordedUrl } = destinationUrl(counted, clickId)
  return {
    reply: destinationReply(counted, clickId, location),
    event: redirectEvent(visit, link, identity, recordedUrl),
    counted,
  }
}

/** The reply if the event could be stored nowhere: neither the visitor nor the destination gets a click id. */
export const replyWithoutClick = ({ counted }: CountedOutcome): Reply =>
  destinationReply(counted, null, destinationUrl(counted, null).location)

const destinationUrl = ({ visit: { context, request }, link, decision }: CountedVisit, clickId: string | null): FinalUrl =>
  finalUrl({
    link,
    target: decision.kind === 'placeholder' ? '' : decision.target,
    clickId: link.passesClickId ? clickId : null,
    clickIdParam: context.config.clickIdParam,
    query: request.query,
    visitor: request,
  })

function destinationReply(counted: CountedVisit, clickId: string | null, location: string): Reply {
  const { link, decision, visit } = counted
  const { context, domain, request } = visit
  // A workspace that claims the link counts its visitors anew: the id of a click before would be that of no click there.
  const headers = clickId === null || link.workspaceId === null ? [] : ['Set-Cookie', setClickCookie(context, link, clickId, request.path)]
  if (!domain.shared && !link.doIndex) headers.push(...noIndex)
  if (decision.kind !== 'placeholder' && decision.variant !== null)
    headers.push('Set-Cookie', setVariantCookie(context, decision.variant, request.path))
  return offersApp(counted)
    ? redirectTo(307, deepLinkPageUrl(context.config.baseUrl, link, request.query), headers)
    : redirectReply(decision, link, location, headers)
}

/** Whether the visitor sees a page that offers the app before its store. That page does not know the password of a link. */
const offersApp = ({ decision, link, visit: { domain, request } }: CountedVisit) =>
  decision.kind === 'redirect' &&
  decision.store !== undefined &&
  link.sealedPassword === null &&
  showsDeepLinkPage(domain, decision.store, request.query)

function redirectReply(decision: RedirectDecision, link: LinkRecord, location: string, headers: HeaderList): Reply {
  switch (decision.kind) {
    case 'redirect':
      return redirectTo(decision.status, location, headers)
    case 'placeholder':
      return htmlReply(200, placeholderPage(link.domain), headers)
    case 'scheme':
      return htmlReply(200, schemePage(location), headers)
    case 'cloak':
      return htmlReply(200, cloakPage(link, location), headers)
  }
}
