/** Resolves a request on a link domain to the reply and the event to record. */
import type { IncomingMessage } from 'node:http'
import { type MaybePromise, thenMaybe } from '../../shared/kernel/maybe-promise.js'
import {
  type Decision,
  decideDestination,
  deepLinkPageUrl,
  type DomainRecord,
  finalUrl,
  type LinkRecord,
  rootKey,
  redirectParameters,
  showsDeepLinkPage,
} from '../../shared/links/index.js'
import {
  deviceOf,
  type ExclusionReason,
  type RedirectEvent,
  isBot,
  type GeoLocation,
  locationFromHeaders,
} from '../../shared/tracking/index.js'
import { type ClickIdentity, clickIdentity, redirectEvent } from './click.js'
import type { RedirectContext } from './context.js'
import { readCookie, setClickCookie, setVariantCookie } from './cookies.js'
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
import { resolveLink, type ResolvedLink, parseKey } from './resolve-link.js'
import { dashboardPrefix, dashboardReply } from './shared-dashboard.js'
import { exclusionOf, type ShortLinkRequest } from './short-link-request.js'

const noIndex: HeaderList = ['X-Robots-Tag', 'googlebot: noindex']

export type RedirectOutcome = CountedOutcome | { reply: Reply; event: null; replyWithoutClick?: never }

/** An outcome that counts as a click or as an excluded visit. */
interface CountedOutcome {
  reply: Reply
  /** Recorded before the reply is sent. */
  event: RedirectEvent
  /** The reply if the event could be stored nowhere: neither the visitor nor the destination gets a click id. */
  replyWithoutClick: () => Reply
}

export const withoutEvent = (reply: Reply): RedirectOutcome => ({ reply, event: null })

/** The outcome of a GET or HEAD request for a path on a link domain. */
export function followLink(
  context: RedirectContext,
  domain: DomainRecord,
  request: ShortLinkRequest,
  raw: IncomingMessage,
): MaybePromise<RedirectOutcome> {
  const association = associationFile(domain, request.path)
  if (association) return withoutEvent(association)
  const { key, isInspection } = parseKey(request.path)
  if (key !== rootKey && isProbe(key)) return withoutEvent(redirectTo(302, `/?${redirectParameters.noTrack[0]}=1`, noIndex))
  return thenMaybe(resolveLink(context, domain, key, request), (resolved) => {
    const { decision, reason, location } = evaluateVisit(context, resolved, request, raw, isInspection)
    const { link } = resolved
    if (link === null || !reachesDestination(decision)) {
      const blocked = () => withoutEvent(blockedReply(decision as BlockedDecision, link, domain, request))
      return link === null && key.startsWith(dashboardPrefix)
        ? dashboardReply(context, domain, key).then((reply) => (reply ? withoutEvent(reply) : blocked()))
        : blocked()
    }
    return thenMaybe(clickIdentity(context, link, request, reason), (identity) =>
      redirectOutcome(context, { decision, reason, location, link, identity, request, domain }),
    )
  })
}

interface EvaluatedVisit {
  decision: Decision
  reason: ExclusionReason | null
  /** Null unless a trusted proxy sent the location in headers. */
  location: GeoLocation | null
}

function evaluateVisit(
  { config, cookies, geo }: RedirectContext,
  { link, passwordVerified }: ResolvedLink,
  request: ShortLinkRequest,
  { headers }: IncomingMessage,
  isInspection: boolean,
): EvaluatedVisit {
  const reason = exclusionOf(request, headers)
  const location = locationFromHeaders(headers, config.trustProxy)
  const decision = decideDestination(
    link,
    {
      isInspection,
      passwordVerified,
      isBot: isBot(reason),
      os: () => deviceOf(request.userAgent).os,
      country: () => (location ?? geo.locate(request.ip)).country,
      previousVariant: link?.testVariants ? readCookie(request.cookie, cookies.variant) : null,
      random: Math.random(),
    },
    Date.now(),
  )
  return { decision, reason, location }
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
function blockedReply(decision: BlockedDecision, link: LinkRecord | null, domain: DomainRecord, request: ShortLinkRequest): Reply {
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

interface CountedVisit extends EvaluatedVisit {
  decision: RedirectDecision
  link: LinkRecord
  identity: ClickIdentity
  request: ShortLinkRequest
  domain: DomainRecord
}

/** Sends the visitor to the destination, directly or through a page, and records the visit. */
function redirectOutcome(context: RedirectContext, visit: CountedVisit): RedirectOutcome {
  const { identity, reason } = visit
  // A HEAD request is no click, so its sender gets no id that a conversion could name.
  const clickId = reason === 'head' && !identity.returning ? null : identity.id
  const { reply, recordedUrl } = destinationReply(context, visit, clickId)
  return {
    reply,
    event: redirectEvent(visit, recordedUrl),
    replyWithoutClick: () => destinationReply(context, visit, null).reply,
  }
}

function destinationReply(context: RedirectContext, visit: CountedVisit, clickId: string | null): { reply: Reply; recordedUrl: string } {
  const { link, request, decision, domain } = visit
  const target = decision.kind === 'placeholder' ? '' : decision.target
  const { location, recordedUrl } = finalUrl({
    link,
    target,
    clickId: link.passesClickId ? clickId : null,
    clickIdParam: context.config.clickIdParam,
    query: request.query,
    visitor: { ip: request.ip, ua: request.userAgent },
  })
  // A workspace that claims the link counts its visitors anew: the id of a click before would be that of no click there.
  const headers = clickId === null || link.workspaceId === null ? [] : ['Set-Cookie', setClickCookie(context, link, clickId, request.path)]
  if (!domain.shared && !link.doIndex) headers.push(...noIndex)
  if (decision.kind !== 'placeholder' && decision.variant !== null)
    headers.push('Set-Cookie', setVariantCookie(context, decision.variant, request.path))
  const reply = offersApp(visit)
    ? redirectTo(307, deepLinkPageUrl(context.config.baseUrl, link, request.query), headers)
    : redirectReply(decision, link, location, headers)
  return { reply, recordedUrl }
}

/** Whether the visitor sees a page that offers the app before its store. That page does not know the password of a link. */
const offersApp = ({ decision, link, domain, request }: CountedVisit) =>
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
