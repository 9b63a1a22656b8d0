/** The session cookie. */
import type { IncomingHttpHeaders } from 'node:http'
import { type OpenedSession, sessionIdleTtlMs } from '../../shared/accounts/index.js'
import type { Config } from '../../shared/kernel/config.js'
import { json, Reply } from '../http/reply.js'

type CookieConfig = Pick<Config, 'baseUrl'>

const isSecure = ({ baseUrl }: CookieConfig) => baseUrl.startsWith('https:')
// With the `__Host-` prefix browsers reject a cookie of this name set by another host or without TLS.
const cookieName = (config: CookieConfig) => (isSecure(config) ? '__Host-svc_session' : 'svc_session')

const cookie = (config: CookieConfig, value: string, seconds: number) =>
  `${cookieName(config)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(config) ? '; Secure' : ''}`

export const sessionCookie = (config: CookieConfig, secret: string) => cookie(config, secret, sessionIdleTtlMs / 1000)
const clearedSessionCookie = (config: CookieConfig) => cookie(config, '', 0)

/** The session secret of the request. The first of several cookies with this name wins: browsers send the most specific path first. */
export function sessionSecret({ cookie: header }: IncomingHttpHeaders, config: CookieConfig): string | null {
  const start = `${cookieName(config)}=`
  const found = header
    ?.split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(start))
  return found?.slice(start.length) || null
}

export const loggedInReply = ({ secret, userId }: OpenedSession, config: CookieConfig, body: object = {}): Reply =>
  json({ userId, ...body }, { 'Set-Cookie': sessionCookie(config, secret), 'Cache-Control': 'no-store' })
export const loggedOutReply = (config: CookieConfig): Reply => json({}, { 'Set-Cookie': clearedSessionCookie(config) })

export const loggedInRedirect = (path: string, { secret }: OpenedSession, config: CookieConfig): Reply =>
  new Reply(303, { Location: path, 'Set-Cookie': sessionCookie(config, secret) }, null)
export const loggedOutRedirect = (path: string, config: CookieConfig): Reply =>
  new Reply(303, { Location: path, 'Set-Cookie': clearedSessionCookie(config) }, null)
