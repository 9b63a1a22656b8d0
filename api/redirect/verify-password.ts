import { clientSubnet } from '../../shared/kernel/client-subnet.js'
import { equalsInConstantTime } from '../../shared/kernel/hash.js'
import { minutes } from '../../shared/kernel/time.js'
import { isPasswordOf, type LinkRecord, redirectParameters } from '../../shared/links/index.js'
import type { RedirectContext } from './context.js'
import { passwordProof, readCookie } from './cookies.js'
import type { ShortLinkRequest } from './short-link-request.js'

/** Wrong passwords in the query, per link and visitor. Correct ones are not counted, because a shared URL may contain the password. */
const maxWrongPasswords = 30
const wrongPasswordWindowMs = minutes(10)

/**
 * Whether the request carries the password cookie or the password itself in the query. After too many wrong passwords, the query parameter
 * is ignored until the window ends.
 */
export async function verifyPassword(
  { cookies, store, log, vault }: Pick<RedirectContext, 'cookies' | 'store' | 'log' | 'vault'>,
  link: LinkRecord,
  { query, cookie, ip }: ShortLinkRequest,
): Promise<boolean> {
  const proof = readCookie(cookie, cookies.password(link))
  if (proof !== null && equalsInConstantTime(proof, passwordProof(link))) return true
  const password = query.includes(`${redirectParameters.password}=`) ? new URLSearchParams(query).get(redirectParameters.password) : null
  if (password === null || link.sealedPassword === null) return false
  const counter = `password-guesses:${link.id}:${clientSubnet(ip)}`
  const logFailure = (error: unknown) => {
    log.warn({ err: error }, 'wrong password counter unavailable')
    return undefined
  }
  // If attempts cannot be counted, the query parameter is ignored: the password form has a rate limit of its own.
  const wrong = await store.get(counter).catch(logFailure)
  if (wrong === undefined || Number(wrong) >= maxWrongPasswords) return false
  if (isPasswordOf({ vault }, link, password)) return true
  await store.increment(counter, 1, wrongPasswordWindowMs).catch(logFailure)
  return false
}
