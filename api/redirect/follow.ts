/** Follows one short link: decides, and says what to answer and what to record. */
import type { IncomingMessage } from 'node:http'
import { type Soon, whenHere } from '../../shared/kernel/soon.js'
import {
  type Decision,
  decideDestination,
  type DomainRecord,
  finalUrl,
  type LinkRecord,
  passesClickId,
  rootKey,
  words,
} from '../../shared/links/index.js'
import { deviceOf, type ExclusionReason, type Followed, isBot, type Place, placeFromHeaders } from '../../shared/tracking/index.js'
import { type Answer, goTo, type HeaderList, json, show } from './answer.js'
import { type ClickIdentity, clickIdentity, followed } from './click.js'
import type { RedirectContext } from './context.js'
import { readCookie, setClickCookie, setVariantCookie } from './cookies.js'
import { find, type Found, keyOf } from './find.js'
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
import { exclusionOf, type ShortLinkRequest } from './request.js'

const noIndex: HeaderList = ['X-Robots-Tag', 'googlebot: noindex']

export interface Reply {
  answer: Answer
  /** To be recorded before the answer leaves; null for what is no visit and leaves no trace. */
  followed: Followed | null
}

const untold = (answer: Answer): Reply => ({ answer, followed: null })

/** The reply for a path on a link domain. */
export function follow(context: RedirectContext, domain: DomainRecord, request: ShortLinkRequest, raw: IncomingMessage): Soon<Reply> {
  const association = associationFile(domain, request.path)
  if (association) return untold(association)
  const { key, inspects } = keyOf(request.path)
  if (key !== rootKey && isProbe(key)) return untold(goTo(302, `/?${words.noTrack[0]}=1`, noIndex))
  return whenHere(find(context, domain, key, request), (found) => {
    const { decision, reason, place } = visitOf(context, found, request, raw, inspects)
    const { link } = found
    if (link === null || !leads(decision)) return untold(standing(decision as Standing, link, domain, request))
    return whenHere(clickIdentity(context, link, request, reason), (identity) =>
      lead(context, { decision, reason, place, link, identity, request, isOurs: domain.shared }),
    )
  })
}

interface Visit {
  decision: Decision
  reason: ExclusionReason | null
  place: Place | null
}

function visitOf(
  { config, cookies, places }: RedirectContext,
  { link, knowsPassword }: Found,
  request: ShortLinkRequest,
  { headers }: IncomingMessage,
  inspects: boolean,
): Visit {
  const reason = exclusionOf(request, headers, config.trustProxy)
  const place = placeFromHeaders(headers, config.trustProxy)
  const decision = decideDestination(
    link,
    {
      inspects,
      knowsPassword,
      isBot: isBot(reason),
      os: () => deviceOf(request.userAgent).os,
      country: () => (place ?? places.placeOf(request.ip)).country,
      variantBefore: link?.testVariants ? readCookie(request.cookie, cookies.variant) : null,
      random: Math.random(),
    },
    Date.now(),
  )
  return { decision, reason, place }
}

const isProbe = (key: string) => key.startsWith('.well-known') || key.endsWith('.php') || key.endsWith('.php7')

function associationFile(domain: DomainRecord, path: string): Answer | null {
  if (!path.startsWith('/.well-known/')) return null
  const content =
    path === '/.well-known/apple-app-site-association'
      ? domain.appleAppSiteAssociation
      : path === '/.well-known/assetlinks.json'
        ? domain.assetLinks
        : null
  return content === null || content === undefined ? null : json(content)
}

type Onward = Extract<Decision, { target: string } | { kind: 'placeholder' }>
type Standing = Exclude<Decision, Onward>

const leads = (decision: Decision): decision is Onward => 'target' in decision || decision.kind === 'placeholder'

/** Answers in which nobody is led anywhere; none of them is a click. */
function standing(decision: Standing, link: LinkRecord | null, domain: DomainRecord, request: ShortLinkRequest): Answer {
  switch (decision.kind) {
    case 'banned':
      return show(403, bannedPage(), noIndex)
    case 'expired':
      if (decision.to !== null) return goTo(302, decision.to, noIndex)
      return domain.expiredUrl ? goTo(307, domain.expiredUrl, noIndex) : show(410, expiredPage(), noIndex)
    case 'password':
      return show(200, passwordPage(request.path + (request.query ? `?${request.query}` : ''), false), noIndex)
    case 'inspect':
      return show(200, inspectPage(link as LinkRecord), noIndex)
    case 'preview':
      return show(200, previewPage(link as LinkRecord), noIndex)
    case 'not-found':
      return missing(domain, request)
  }
}

function missing(domain: DomainRecord, { path }: ShortLinkRequest): Answer {
  if (domain.notFoundUrl) return goTo(307, domain.notFoundUrl)
  return path === '/' ? show(200, placeholderPage(domain.slug)) : show(404, notFoundPage())
}

interface Leading extends Visit {
  decision: Onward
  link: LinkRecord
  identity: ClickIdentity
  request: ShortLinkRequest
  /** The domain is the service's own. */
  isOurs: boolean
}

/** The visitor goes on to the destination, or to a page of ours that leads there. */
function lead(context: RedirectContext, leading: Leading): Reply {
  const { link, request, decision, identity, isOurs } = leading
  const target = decision.kind === 'placeholder' ? '' : decision.target
  const clickId = passesClickId(link) ? identity.id : null
  const { location, counted } = finalUrl({
    link,
    target,
    clickId,
    clickIdParam: context.config.clickIdParam,
    query: request.query,
    visitor: { ip: request.ip, ua: request.userAgent },
  })
  const headers = ['Set-Cookie', setClickCookie(context, link, identity.id, request.path)]
  if (!isOurs && !link.doIndex) headers.push(...noIndex)
  if (decision.kind !== 'placeholder' && decision.variant !== null)
    headers.push('Set-Cookie', setVariantCookie(context, decision.variant, request.path))
  return { answer: arrival(decision, link, location, headers), followed: followed(leading, counted) }
}

function arrival(decision: Leading['decision'], link: LinkRecord, location: string, headers: HeaderList): Answer {
  switch (decision.kind) {
    case 'redirect':
      return goTo(decision.status, location, headers)
    case 'placeholder':
      return show(200, placeholderPage(link.domain), headers)
    case 'scheme':
      return show(200, schemePage(location), headers)
    case 'cloak':
      return show(200, cloakPage(link, location), headers)
  }
}
