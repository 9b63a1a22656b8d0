/** Replies of the redirect handler, written to the Node response directly because no framework runs on this path. */
import type { ServerResponse } from 'node:http'

/** Alternating names and values, the form that Node serialises fastest. */
export type HeaderList = readonly string[]

export interface Reply {
  status: number
  headers: HeaderList
  body: string | null
}

export const redirectTo = (status: number, location: string, headers: HeaderList = []): Reply => ({
  status,
  headers: ['Location', headerSafe(location), ...headers],
  body: null,
})
/** No `form-action`: the password form redirects to the destination, which the directive would forbid. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src http: https:; base-uri 'none'; frame-ancestors 'none'"
const htmlHeaders = [
  'Content-Type',
  'text/html; charset=utf-8',
  'X-Frame-Options',
  'DENY',
  'X-Content-Type-Options',
  'nosniff',
  'Content-Security-Policy',
  contentSecurityPolicy,
]

export const htmlReply = (status: number, body: string, headers: HeaderList = []): Reply => ({
  status,
  headers: [...htmlHeaders, ...headers],
  body,
})
export const jsonReply = (value: unknown): Reply => ({
  status: 200,
  headers: ['Content-Type', 'application/json', 'X-Content-Type-Options', 'nosniff'],
  body: JSON.stringify(value),
})

export function sendReply(response: ServerResponse, { status, headers, body }: Reply, isHead: boolean): void {
  const length = body === null ? '0' : String(Buffer.byteLength(body))
  response.writeHead(status, ['X-Powered-By', 'Tributary', ...headers, 'Content-Length', length])
  response.end(body === null || isHead ? undefined : body)
}

/** Percent-encodes the characters that a URL may contain but a header may not. */
const headerSafe = (location: string) =>
  /[^\x21-\x7e]/.test(location) ? location.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent) : location
