/** Follows one short link: looks it up, decides, records, answers. */
import type { IncomingMessage } from 'node:http'
import { seconds } from '../../shared/kernel/time.js'
import { type Decision, decideDestination, type DomainRecord, finalUrl, keyOfPath, linkAddress, type LinkRecord, lookupKeyOf, passesClickId, rootKey, words } from '../../shared/links/index.js'
import { deviceOf, type ExclusionReason, isBot, placeFromHeaders } from '../../shared/tracking/index.js'
import { type Answer, goTo, json, show } from './answer.js'
import { clickIdentity, cookieLife, followed } from './click.js'
import type { RedirectContext } from './context.js'
import { linkCookie, readCookie } from './cookies.js'
import { knowsPassword } from './knows-password.js'
import { bannedPage, cloakPage, expiredPage, inspectPage, notFoundPage, passwordPage, placeholderPage, previewPage, schemePage } from './pages/index.js'
import { exclusionOf, type ShortLinkRequest } from './request.js'

const noIndex: Answer['headers'] = [['X-Robots-Tag', 'googlebot: noindex']]

/** The answer for a path on a link domain. A click, or the reason why it is none, is durable when this resolves. */
export async function follow(context: RedirectContext, domain: DomainRecord, request: ShortLinkRequest, raw: IncomingMessage): Promise<Answer> {
  const association = associationFile(domain, request.path)
  if (association) return association
  const { key, inspects } = keyOf(request.path)
  if (key !== rootKey && isProbe(key)) return goTo(302, `/?${words.noTrack[0]}=1`, noIndex)
  const link = await linkAt(context, domain, key)
  const reason = exclusionOf(request, raw.headers, context.config.trustProxy)
  const place = placeFromHeaders(raw.headers, context.config.trustProxy)
  const decision = decideDestination(
    link,
    {
      inspects,
      knowsPassword: link !== null && (link.password === null || (await knowsPassword(context, link, request))),
      isBot: isBot(reason),
      os: () => deviceOf(request.userAgent).os,
      country: () => (place ?? context.places.placeOf(request.ip)).country,
      variantBefore: link?.testVariants ? readCookie(request.cookie, context.cookies.variant) : null,
      random: Math.random(),
    },
    Date.now(),
  )
  if (!link) return standing({ kind: 'not-found' }, null, domain, request)
  if (decision.kind !== 'placeholder' && !('target' in decision)) return standing(decision, link, domain, request)
  const headers = domain.shared || link.doIndex ? [] : noIndex
  return recordAndLead(context, { link, request, decision, reason, place, headers })
}

export async function linkAt({ directory }: RedirectContext, domain: DomainRecord, key: string): Promise<LinkRecord | null> {
  const address = linkAddress(domain.slug, lookupKeyOf(key, domain))
  const known = directory.links.peek(address)
  return known === undefined ? directory.links.get(address) : known
}

/** A `+` behind the key asks where the link leads. */
export function keyOf(path: string): { key: string; inspects: boolean } {
  const key = keyOfPath(path)
  return key.length > 1 && key.endsWith('+') ? { key: key.slice(0, -1), inspects: true } : { key, inspects: false }
}

const isProbe = (key: string) => key.startsWith('.well-known') || key.endsWith('.php') || key.endsWith('.php7')

function associationFile(domain: DomainRecord, path: string): Answer | null {
  if (!path.startsWith('/.well-known/')) return null
  const content = path === '/.well-known/apple-app-site-association' ? domain.appleAppSiteAssociation : path === '/.well-known/assetlinks.json' ? domain.assetLinks : null
  return content === null || content === undefined ? null : json(content)
}

type Standing = Exclude<Decision, Leading['decision']>

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

interface Leading {
  link: LinkRecord
  request: ShortLinkRequest
  decision: Extract<Decision, { target: string } | { kind: 'placeholder' }>
  reason: ExclusionReason | null
  place: ReturnType<typeof placeFromHeaders>
  headers: Answer['headers']
}

async function recordAndLead(context: RedirectContext, { link, request, decision, reason, place, headers }: Leading): Promise<Answer> {
  const { config, cookies, secure } = context
  const identity = await clickIdentity(context, link, request)
  const clickId = passesClickId(link) ? identity.id : null
  const target = 'target' in decision ? decision.target : ''
  const { location, counted } = finalUrl({ link, target, clickId, clickIdParam: config.clickIdParam, query: request.query, visitor: { ip: request.ip, ua: request.userAgent } })
  await context.recorder.record(followed({ link, request, identity, url: counted, place, reason }))
  const set: Answer['headers'] = [['Set-Cookie', linkCookie(cookies.click(link), identity.id, request.path, { maxAge: cookieLife / seconds(1), secure })]]
  if ('variant' in decision && decision.variant) set.push(['Set-Cookie', linkCookie(cookies.variant, decision.variant, request.path, { maxAge: 7 * 24 * 3600, secure })])
  const all = [...headers, ...set]
  if (decision.kind === 'redirect') return goTo(decision.status, location, all)
  if (decision.kind === 'placeholder') return show(200, placeholderPage(link.domain), all)
  return show(200, decision.kind === 'scheme' ? schemePage(location) : cloakPage(link, location), all)
}
