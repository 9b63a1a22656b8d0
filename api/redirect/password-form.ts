/** A try at a link's password, sent by the form of the password page. */
import type { IncomingMessage } from 'node:http'
import getRawBody from 'raw-body'
import type { Rate } from '../../shared/kernel/rate-limits.js'
import { minutes } from '../../shared/kernel/time.js'
import type { DomainRecord } from '../../shared/links/index.js'
import { type Answer, goTo, show } from './answer.js'
import type { RedirectContext } from './context.js'
import { isSame, setPasswordCookie } from './cookies.js'
import { findLink, keyOf } from './find.js'
import { notFoundPage, passwordPage, tooManyTriesPage } from './pages/index.js'
import type { ShortLinkRequest } from './request.js'

/** For one link, from wherever they come: a password is not to be guessed. */
const tries: Rate = { requests: 30, window: minutes(10), guardsSecret: true }

/** The right password sets a cookie and leads back to the link; a wrong one shows the form again. */
export async function tryPassword(
  context: RedirectContext,
  domain: DomainRecord,
  request: ShortLinkRequest,
  raw: IncomingMessage,
): Promise<Answer> {
  const link = await findLink(context, domain, keyOf(request.path).key)
  if (!link || link.password === null) return show(404, notFoundPage())
  const allowance = await context.rateLimits.take('link-password', link.id, tries)
  if (allowance && !allowance.allowed) return show(429, tooManyTriesPage(), ['Retry-After', String(Math.ceil(allowance.resetsIn / 1000))])
  const body = await getRawBody(raw, { limit: '4kb', encoding: 'utf8' }).catch(() => '')
  const given = new URLSearchParams(body).get('password') ?? ''
  const address = request.path + (request.query ? `?${request.query}` : '')
  if (!isSame(given, link.password)) return show(403, passwordPage(address, true))
  return goTo(303, address, ['Set-Cookie', setPasswordCookie(context, link, request.path)])
}
