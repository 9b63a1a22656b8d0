/** Builds the URL that a visitor is redirected to. Pure. Follows the nine specified steps of the final URL. */
import { appTrackerOf, type LinkRecord } from './link-record.js'
import { joinUrl, RawQuery, splitUrl } from './raw-query.js'

/** Query parameters and headers with a meaning for redirects. Accepts the spelling of Dub as well, so that migrated URLs keep working. */
export const redirectParameters = {
  noTrack: ['svc-no-track', 'dub-no-track'],
  /** On a destination: pass the click id as `client_reference_id` of the payment page instead of as click id parameter. */
  clientReference: ['svc_client_reference_id', 'dub_client_reference_id'],
  redirectTo: 'redir_url',
  skipDeepLink: 'skip_deeplink_preview',
  password: 'pw',
} as const

const noTrack = new Set<string>(redirectParameters.noTrack)

/** Media source that is reported to app trackers. */
const mediaSource = 'tributary_int'

export interface FinalUrlInput {
  link: Pick<LinkRecord, 'key' | 'programId' | 'partnerId' | 'shortLink' | 'sealedPassword'>
  /** Destination of the link, or the one chosen by device, country or A/B test. */
  target: string
  /** Null if it is not passed to the destination. */
  clickId: string | null
  clickIdParam: string
  /** Query of the request, without question mark. */
  query: string
  visitor: { ip: string; userAgent: string }
}

export interface FinalUrl {
  location: string
  /** The location without the click id, as recorded and counted. */
  recordedUrl: string
}

export function finalUrl(input: FinalUrlInput): FinalUrl {
  const { link, clickId, query } = input
  const isPartnerLink = link.programId !== null && link.partnerId !== null
  if (query === '' && clickId === null && !isPartnerLink && !isPlayStore(input.target))
    return { location: input.target, recordedUrl: input.target }
  const requestQuery = new RawQuery(query)
  const parts = splitUrl(redirectUrlOverride(requestQuery) ?? input.target)
  const build = (id: string | null) =>
    joinUrl(parts, buildQuery({ ...input, clickId: id }, parts.base, new RawQuery(parts.query), requestQuery, isPartnerLink))
  const recordedUrl = build(null)
  return { location: clickId === null ? recordedUrl : build(clickId), recordedUrl }
}

function buildQuery(input: FinalUrlInput, base: string, targetQuery: RawQuery, requestQuery: RawQuery, isPartnerLink: boolean): string {
  const via = isPartnerLink ? input.link.key : targetQuery.get('via')
  if (isPartnerLink) targetQuery.set('via', input.link.key)
  passClickId(input, targetQuery, requestQuery)
  const tracker = appTrackerOf(base)
  if (tracker === 'onelink.me') addAppsFlyer(targetQuery, input.clickId, via)
  if (tracker === 'sng.link') addSingular(targetQuery, input, via)
  if (isPlayStore(base)) addPlayReferrer(targetQuery, input)
  targetQuery.merge(
    requestQuery,
    (name) =>
      noTrack.has(name) ||
      name === redirectParameters.redirectTo ||
      (name === redirectParameters.password && input.link.sealedPassword !== null),
  )
  if (targetQuery.get('qr') === '1') targetQuery.delete('qr')
  if (targetQuery.get(redirectParameters.skipDeepLink) === '1') targetQuery.delete(redirectParameters.skipDeepLink)
  return targetQuery.toString()
}

function redirectUrlOverride(requestQuery: RawQuery): string | null {
  const requested = requestQuery.get(redirectParameters.redirectTo)
  if (!requested) return null
  // PostgreSQL texts cannot contain a NUL character.
  const address = requested.replaceAll(controlCharacters, encodeURIComponent)
  if (isHttpUrl(address)) return address
  const withScheme = `https://${address}`
  return /^[^\s/:]+\.[^\s/:]+/.test(address) && isHttpUrl(withScheme) ? withScheme : null
}

const controlCharacters = /\p{Cc}/gu

const isHttpUrl = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

function passClickId({ clickId, clickIdParam }: FinalUrlInput, targetQuery: RawQuery, requestQuery: RawQuery): void {
  const marker = redirectParameters.clientReference.find((name) => targetQuery.get(name) === '1')
  if (marker) {
    targetQuery.delete(marker)
    if (clickId) targetQuery.set('client_reference_id', `${clickIdParam}_${clickId}`)
  } else if (clickId && !redirectParameters.noTrack.some((name) => requestQuery.has(name))) targetQuery.set(clickIdParam, clickId)
}

function addAppsFlyer(targetQuery: RawQuery, clickId: string | null, via: string | null): void {
  targetQuery.set('pid', mediaSource)
  if (clickId) targetQuery.set('clickid', clickId)
  if (!via) return
  if (!targetQuery.has('c')) targetQuery.set('c', via)
  if (!targetQuery.has('af_siteid')) targetQuery.set('af_siteid', via)
}

function addSingular(targetQuery: RawQuery, { clickId, clickIdParam, visitor }: FinalUrlInput, via: string | null): void {
  if (clickId) {
    targetQuery.set('cl', clickId)
    targetQuery.set('ua', visitor.userAgent)
    targetQuery.set('ip', visitor.ip)
    if ([`{${clickIdParam}}`, '{dub_id}'].includes(targetQuery.get('wpcl') ?? '')) targetQuery.set('wpcl', clickId)
  }
  if (via && targetQuery.get('wpcn') === '{via}') targetQuery.set('wpcn', via)
}

export const isPlayStore = (url: string) => /^https?:\/\/play\.google\.com(?=[:/?#]|$)/i.test(url)

// The Play Store passes the referrer to the app after installation, so that the app can determine the link.
function addPlayReferrer(targetQuery: RawQuery, { link, query }: FinalUrlInput): void {
  const referrer = new RawQuery(targetQuery.get('referrer') ?? '')
  referrer.set('deepLink', link.shortLink + (query ? `?${query}` : ''))
  targetQuery.set('referrer', referrer.toString())
}
