import { equalsInConstantTime } from '../../shared/kernel/hash.js'
import { countPassword, isPasswordOf, type LinkRecord, redirectParameters } from '../../shared/links/index.js'
import type { RedirectContext } from './context.js'
import { passwordProof, readCookie } from './cookies.js'
import type { ShortLinkRequest } from './short-link-request.js'

/**
 * Whether the request carries the password cookie or the password itself in the query. After too many wrong passwords, the query parameter
 * is ignored until the window ends.
 */
export async function verifyPassword(
  { cookies, store, log, vault }: Pick<RedirectContext, 'cookies' | 'store' | 'log' | 'vault'>,
  link: LinkRecord,
  { query, cookie, ip }: Pick<ShortLinkRequest, 'query' | 'cookie' | 'ip'>,
): Promise<boolean> {
  const proof = readCookie(cookie, cookies.password(link))
  if (proof !== null && equalsInConstantTime(proof, passwordProof(link))) return true
  const password = query.includes(`${redirectParameters.password}=`) ? new URLSearchParams(query).get(redirectParameters.password) : null
  if (password === null || link.sealedPassword === null) return false
  // If attempts cannot be counted, the query parameter is ignored: the password form has a rate limit of its own.
  const result = await countPassword(store, link.id, ip, isPasswordOf({ vault }, link, password)).catch((error: unknown) => {
    log.warn({ err: error }, 'wrong password counter unavailable')
    return 'refused'
  })
  return result === 'correct'
}
