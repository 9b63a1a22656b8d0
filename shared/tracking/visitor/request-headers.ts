/** Visitor IP and location from request headers, as far as proxies are trusted. */
import type { IncomingHttpHeaders } from 'node:http'
import { passedProxies } from '../../kernel/client-address.js'
import { truncateText } from '../../kernel/truncate-text.js'
import type { GeoLocation } from './geo-location.js'

/** IP address of the visitor. */
export { clientAddress as visitorIp, passedProxies } from '../../kernel/client-address.js'

/** Location headers by source: our own names first, then those of well-known networks. */
const locationHeaders: Record<keyof GeoLocation, readonly string[]> = {
  continent: ['x-geo-continent', 'cf-ipcontinent', 'x-vercel-ip-continent'],
  country: ['x-geo-country', 'cf-ipcountry', 'x-vercel-ip-country', 'cloudfront-viewer-country', 'fastly-geo-country'],
  region: ['x-geo-region', 'cf-region-code', 'x-vercel-ip-country-region', 'cloudfront-viewer-country-region', 'fastly-geo-region'],
  city: ['x-geo-city', 'cf-ipcity', 'x-vercel-ip-city', 'cloudfront-viewer-city', 'fastly-geo-city'],
  latitude: ['x-geo-latitude', 'cf-iplatitude', 'x-vercel-ip-latitude', 'cloudfront-viewer-latitude', 'fastly-geo-latitude'],
  longitude: ['x-geo-longitude', 'cf-iplongitude', 'x-vercel-ip-longitude', 'cloudfront-viewer-longitude', 'fastly-geo-longitude'],
}
const fields = Object.keys(locationHeaders) as (keyof GeoLocation)[]

/** Location from a trusted proxy, or null. The headers of a request that passed none are ignored, because its visitor could send them. */
export function locationFromHeaders(headers: IncomingHttpHeaders, hops: number): GeoLocation | null {
  if (hops === 0) return null
  const country = firstHeader(headers, locationHeaders.country)?.toUpperCase()
  if (country === undefined || !/^[A-Z]{2}$/.test(country) || !passedProxies(headers['x-forwarded-for'], hops)) return null
  const facts = Object.fromEntries(fields.map((field) => [field, firstHeader(headers, locationHeaders[field]) ?? 'Unknown'])) as Record<
    keyof GeoLocation,
    string
  >
  return { ...facts, country }
}

function firstHeader(headers: IncomingHttpHeaders, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = headers[name]
    // Some networks percent-encode city names, and send XX for an unknown country.
    if (typeof value === 'string' && value !== '' && value !== 'XX') return truncateText(unescape(value), 100)
  }
  return undefined
}

function unescape(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text).replaceAll('\0', '')
  } catch {
    return text
  }
}
