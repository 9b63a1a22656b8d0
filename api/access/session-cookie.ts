/** The cookie that carries a session's secret. */
import type { IncomingHttpHeaders } from 'node:http'
import { type OpenedSession, sessionIdle } from '../../shared/accounts/index.js'
import type { Config } from '../../shared/kernel/config.js'
import { json, Reply } from '../http/reply.js'

type Where = Pick<Config, 'baseUrl'>

const isSecure = ({ baseUrl }: Where) => baseUrl.startsWith('https:')
// The prefix makes browsers refuse a cookie of that name from another host or without TLS.
const nameOf = (where: Where) => (isSecure(where) ? '__Host-svc_session' : 'svc_session')

const cookie = (where: Where, value: string, seconds: number) =>
  `${nameOf(where)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(where) ? '; Secure' : ''}`

export const sessionCookie = (where: Where, secret: string) => cookie(where, secret, sessionIdle / 1000)
const noSessionCookie = (where: Where) => cookie(where, '', 0)

/** The secret that the request carries. Of several cookies of the name the first counts: it is the one with the closest path. */
export function sessionSecret({ cookie: header }: IncomingHttpHeaders, where: Where): string | null {
  const start = `${nameOf(where)}=`
  const found = header
    ?.split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(start))
  return found?.slice(start.length) || null
}

/** The answer to a log-in. */
export const loggedIn = ({ secret, userId }: OpenedSession, where: Where): Reply =>
  json({ userId }, { 'Set-Cookie': sessionCookie(where, secret), 'Cache-Control': 'no-store' })
/** The answer to a log-out. */
export const loggedOut = (where: Where): Reply => json({}, { 'Set-Cookie': noSessionCookie(where) })

/** The same for somebody at a browser, who is sent on. */
export const loggedInAt = (path: string, { secret }: OpenedSession, where: Where): Reply =>
  new Reply(303, { Location: path, 'Set-Cookie': sessionCookie(where, secret) }, null)
export const loggedOutAt = (path: string, where: Where): Reply =>
  new Reply(303, { Location: path, 'Set-Cookie': noSessionCookie(where) }, null)
