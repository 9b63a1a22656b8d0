/** Replies of the redirect handler, written to the Node response directly because no framework runs on this path. */
import type { ServerResponse } from 'node:http'

/** Alternating names and values, the form that Node serialises fastest. */
export type HeaderList = readonly string[]

export interface Reply {
  status: number
  /** Complete but for those that Node adds, so that a redirect creates one list. */
  headers: string[]
  body: string | null
}

export const redirectTo = (status: number, location: string, headers: HeaderList = []): Reply => ({
  status,
  headers: ['X-Powered-By', 'Tributary', 'Location', headerSafe(location), 'Content-Length', '0', ...headers],
  body: null,
})

export const replyWithBody = (status: number, body: string, headers: HeaderList): Reply => ({
  status,
  headers: ['X-Powered-By', 'Tributary', 'Content-Length', String(Buffer.byteLength(body)), ...headers],
  body,
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

export const htmlReply = (status: number, body: string, headers: HeaderList = []): Reply =>
  replyWithBody(status, body, [...htmlHeaders, ...headers])

export const jsonReply = (value: unknown): Reply =>
  replyWithBody(200, JSON.stringify(value), ['Content-Type', 'application/json', 'X-Content-Type-Options', 'nosniff'])

export function sendReply(response: ServerResponse, { status, headers, body }: Reply, isHead: boolean): void {
  response.writeHead(status, headers)
  response.end(body === null || isHead ? undefined : body)
}

/** Percent-encodes the characters that a URL may contain but a header may not. */
const headerSafe = (location: string) =>
  /[^\x21-\x7e]/.test(location) ? location.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent) : location
