import { minutes } from '../../shared/kernel/time.js'
import { type LinkRecord, words } from '../../shared/links/index.js'
import type { RedirectContext } from './context.js'
import { isSame, passwordMark, readCookie } from './cookies.js'
import type { ShortLinkRequest } from './request.js'

/** Wrong ones in an address, from one visitor. Right ones aren't counted: many may follow an address that has the password in it. */
const mostWrong = 30
const wrongWindow = minutes(10)

/**
 * Whether the visitor has the mark of the right password, or the password itself in the address. Who guesses too often is not believed for
 * a while.
 */
export async function knowsPassword(
  { cookies, store, log }: Pick<RedirectContext, 'cookies' | 'store' | 'log'>,
  link: LinkRecord,
  { query, cookie, ip }: ShortLinkRequest,
): Promise<boolean> {
  const kept = readCookie(cookie, cookies.password(link))
  if (kept !== null && isSame(kept, passwordMark(link))) return true
  const given = query.includes(`${words.password}=`) ? new URLSearchParams(query).get(words.password) : null
  if (given === null || link.password === null) return false
  const guesses = `password-guesses:${link.id}:${ip}`
  const unasked = (error: unknown) => {
    log.warn({ err: error }, 'the store was not asked how often a password was guessed')
    return undefined
  }
  // Where nobody counts, nobody is believed: the form asks, and its tries are counted in any case.
  const wrong = await store.get(guesses).catch(unasked)
  if (wrong === undefined || Number(wrong) >= mostWrong) return false
  if (isSame(given, link.password)) return true
  await store.increment(guesses, 1, wrongWindow).catch(unasked)
  return false
}
