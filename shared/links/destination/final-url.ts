/** Where exactly a visitor is sent, query and all. Pure. Reference: the nine steps of the final URL. */
import { appTrackerOf, type LinkRecord } from './link-record.js'
import { joinUrl, RawQuery, splitUrl } from './raw-query.js'

/** Words in addresses that speak to the service. The peer's spelling is understood beside ours, so that old addresses go on working. */
export const words = {
  noTrack: ['svc-no-track', 'dub-no-track'],
  /** On a destination: put the click into the payment page's own reference instead of a parameter of ours. */
  clientReference: ['svc_client_reference_id', 'dub_client_reference_id'],
  redirectTo: 'redir_url',
  skipDeepLink: 'skip_deeplink_preview',
  password: 'pw',
} as const

const noTrack = new Set<string>(words.noTrack)

/** Who brings visitors, as app trackers and `af_siteid` call it. */
const mediaSource = 'tributary_int'

export interface FinalUrlInput {
  link: Pick<LinkRecord, 'key' | 'programId' | 'partnerId' | 'shortLink' | 'password'>
  /** The link's destination, or the one that device, place or test chose. */
  target: string
  /** Null when the destination is not told. */
  clickId: string | null
  clickIdParam: string
  /** Of the request, without the question mark. */
  query: string
  visitor: { ip: string; ua: string }
}

export interface FinalUrl {
  location: string
  /** The same without what names this one click: as it is stored and counted. */
  counted: string
}

export function finalUrl(input: FinalUrlInput): FinalUrl {
  const { link, clickId, query } = input
  const isPartnerLink = link.programId !== null && link.partnerId !== null
  if (query === '' && clickId === null && !isPartnerLink && !isPlayStore(input.target))
    return { location: input.target, counted: input.target }
  const asked = new RawQuery(query)
  const parts = splitUrl(override(asked) ?? input.target)
  const build = (id: string | null) =>
    joinUrl(parts, buildQuery({ ...input, clickId: id }, parts.base, new RawQuery(parts.query), asked, isPartnerLink))
  const counted = build(null)
  return { location: clickId === null ? counted : build(clickId), counted }
}

function buildQuery(input: FinalUrlInput, base: string, given: RawQuery, asked: RawQuery, isPartnerLink: boolean): string {
  const via = isPartnerLink ? input.link.key : given.get('via')
  if (isPartnerLink) given.set('via', input.link.key)
  passClickId(input, given, asked)
  const tracker = appTrackerOf(base)
  if (tracker === 'onelink.me') addAppsFlyer(given, input.clickId, via)
  if (tracker === 'sng.link') addSingular(given, input, via)
  if (isPlayStore(base)) addPlayReferrer(given, input)
  given.merge(asked, (name) => noTrack.has(name) || name === words.redirectTo || (name === words.password && input.link.password !== null))
  if (given.get('qr') === '1') given.delete('qr')
  if (given.get(words.skipDeepLink) === '1') given.delete(words.skipDeepLink)
  return given.toString()
}

function override(asked: RawQuery): string | null {
  const wanted = asked.get(words.redirectTo)
  if (!wanted) return null
  if (isHttpUrl(wanted)) return wanted
  const withScheme = `https://${wanted}`
  return /^[^\s/:]+\.[^\s/:]+/.test(wanted) && isHttpUrl(withScheme) ? withScheme : null
}

const isHttpUrl = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

function passClickId({ clickId, clickIdParam }: FinalUrlInput, given: RawQuery, asked: RawQuery): void {
  const marker = words.clientReference.find((name) => given.get(name) === '1')
  if (marker) {
    given.delete(marker)
    if (clickId) given.set('client_reference_id', `${clickIdParam}_${clickId}`)
  } else if (clickId && !words.noTrack.some((name) => asked.has(name))) given.set(clickIdParam, clickId)
}

function addAppsFlyer(given: RawQuery, clickId: string | null, via: string | null): void {
  given.set('pid', mediaSource)
  if (clickId) given.set('clickid', clickId)
  if (!via) return
  if (!given.has('c')) given.set('c', via)
  if (!given.has('af_siteid')) given.set('af_siteid', via)
}

function addSingular(given: RawQuery, { clickId, clickIdParam, visitor }: FinalUrlInput, via: string | null): void {
  if (clickId) {
    given.set('cl', clickId)
    given.set('ua', visitor.ua)
    given.set('ip', visitor.ip)
    if ([`{${clickIdParam}}`, '{dub_id}'].includes(given.get('wpcl') ?? '')) given.set('wpcl', clickId)
  }
  if (via && given.get('wpcn') === '{via}') given.set('wpcn', via)
}

const isPlayStore = (url: string) => /^https?:\/\/play\.google\.com(?=[:/?#]|$)/i.test(url)

// The store hands the referrer to the app after its installation: the app learns from it which link brought its user.
function addPlayReferrer(given: RawQuery, { link, query }: FinalUrlInput): void {
  const referrer = new RawQuery(given.get('referrer') ?? '')
  referrer.set('deepLink', link.shortLink + (query ? `?${query}` : ''))
  given.set('referrer', referrer.toString())
}
