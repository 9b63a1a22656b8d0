/** Handles the form of the password page. */
import type { IncomingMessage } from 'node:http'
import getRawBody from 'raw-body'
import { clientSubnet } from '../../shared/kernel/client-subnet.js'
import type { Rate } from '../../shared/kernel/store/rate-limits.js'
import { minutes } from '../../shared/kernel/time.js'
import { type DomainRecord, isPasswordOf } from '../../shared/links/index.js'
import type { RedirectContext } from './context.js'
import { setPasswordCookie } from './cookies.js'
import { notFoundPage, passwordPage, tooManyAttemptsPage } from './pages/index.js'
import { type Reply, redirectTo, htmlReply } from './reply.js'
import { findLink, parseKey } from './resolve-link.js'
import type { ShortLinkRequest } from './short-link-request.js'

/** Per link and visitor, so that a visitor cannot lock out others. */
const attemptRate: Rate = { requests: 30, windowMs: minutes(10), guardsSecret: true }

/** A correct password sets a cookie and redirects to the link; a wrong password shows the form again. */
export async function submitPassword(
  context: RedirectContext,
  domain: DomainRecord,
  request: ShortLinkRequest,
  raw: IncomingMessage,
): Promise<Reply> {
  const link = await findLink(context, domain, parseKey(request.path).key)
  if (!link || link.sealedPassword === null) return htmlReply(404, notFoundPage())
  const allowance = await context.rateLimits.consume('link-password', `${link.id}:${clientSubnet(request.ip)}`, attemptRate)
  if (allowance && !allowance.allowed) {
    const retryAfterSeconds = Math.ceil(allowance.resetsInMs / 1000)
    return htmlReply(429, tooManyAttemptsPage(), ['Retry-After', String(retryAfterSeconds)])
  }
  const body = await getRawBody(raw, { limit: '4kb', encoding: 'utf8' }).catch(() => '')
  const password = new URLSearchParams(body).get('password') ?? ''
  const address = request.path + (request.query ? `?${request.query}` : '')
  if (!isPasswordOf(context, link, password)) return htmlReply(403, passwordPage(address, true))
  return redirectTo(303, address, ['Set-Cookie', setPasswordCookie(context, link, request.path)])
}
