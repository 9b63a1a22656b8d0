/** What a request says of its visitor, and how much of it is believed. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Place } from './place.js'

/**
 * The visitor's address. With `hops` trusted proxies in front, the one that the outermost of them saw: each of them appended the address it
 * was called from, so it is counted from the end, and what a visitor wrote there himself stands before it.
 */
export function visitorAddress(remote: string | undefined, forwardedFor: string | string[] | undefined, hops: number): string {
  const peer = plain(remote ?? '')
  if (hops === 0 || !forwardedFor) return peer
  const chain = String(forwardedFor).split(',')
  return plain((chain[Math.max(0, chain.length - hops)] ?? '').trim()) || peer
}

/** An IPv4 address that came over an IPv6 socket is written as what it is. */
const plain = (address: string) => (address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address)

/** Headers that say a place, by who sets them: our own names first, then those of well-known networks. */
const placeHeaders: Record<keyof Place, readonly string[]> = {
  continent: ['x-geo-continent', 'cf-ipcontinent', 'x-vercel-ip-continent'],
  country: ['x-geo-country', 'cf-ipcountry', 'x-vercel-ip-country', 'cloudfront-viewer-country', 'fastly-geo-country'],
  region: ['x-geo-region', 'cf-region-code', 'x-vercel-ip-country-region', 'cloudfront-viewer-country-region', 'fastly-geo-region'],
  city: ['x-geo-city', 'cf-ipcity', 'x-vercel-ip-city', 'cloudfront-viewer-city', 'fastly-geo-city'],
  latitude: ['x-geo-latitude', 'cf-iplatitude', 'x-vercel-ip-latitude', 'cloudfront-viewer-latitude', 'fastly-geo-latitude'],
  longitude: ['x-geo-longitude', 'cf-iplongitude', 'x-vercel-ip-longitude', 'cloudfront-viewer-longitude', 'fastly-geo-longitude'],
}
const fields = Object.keys(placeHeaders) as (keyof Place)[]

/** The place that a trusted proxy says, or null when it says none. Without trusted proxies anybody could have written it. */
export function placeFromHeaders(headers: IncomingHttpHeaders, hops: number): Place | null {
  const country = hops === 0 ? undefined : valueOf(headers, placeHeaders.country)?.toUpperCase()
  if (country === undefined || !/^[A-Z]{2}$/.test(country)) return null
  const facts = Object.fromEntries(fields.map((field) => [field, valueOf(headers, placeHeaders[field]) ?? 'Unknown'])) as Record<
    keyof Place,
    string
  >
  return { ...facts, country }
}

function valueOf(headers: IncomingHttpHeaders, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = headers[name]
    // Some networks send names of cities with escapes, and XX for a country that they do not know.
    if (typeof value === 'string' && value !== '' && value !== 'XX') return unescaped(value).slice(0, 100)
  }
  return undefined
}

function unescaped(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text).replaceAll('\0', '')
  } catch {
    return text
  }
}
