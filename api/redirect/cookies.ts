/**
 * Cookies of the redirect handler. Names derive from the click id parameter, so that installations with different parameters do not
 * collide.
 */
import { sha256 } from '../../shared/kernel/hash.js'
import { days, hours, seconds } from '../../shared/kernel/time.js'
import type { LinkRecord } from '../../shared/links/index.js'
import type { RedirectContext } from './context.js'

export interface CookieNames {
  click(link: Pick<LinkRecord, 'domain' | 'key'>): string
  password(link: Pick<LinkRecord, 'id'>): string
  variant: string
}

export function cookieNames(clickIdParam: string): CookieNames {
  const product = clickIdParam.replace(/_id$/, '')
  return {
    click: ({ domain, key }) => `${clickIdParam}_${domain}_${key}`,
    password: ({ id }) => `${product}_password_${id}`,
    variant: `${product}_test_url`,
  }
}

/** The decoded value of a cookie. Null if it is absent. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (!header) return null
  for (const piece of header.split(';')) {
    const at = piece.indexOf('=')
    if (at > 0 && piece.slice(0, at).trim() === name) return decodeValue(piece.slice(at + 1).trim())
  }
  return null
}

function decodeValue(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Equals the time for which another visit counts as a repeat. */
export const clickCookieMaxAgeMs = hours(1)

const maxAge = (ms: number) => `; Max-Age=${ms / seconds(1)}`
const clickCookieLifetime = maxAge(clickCookieMaxAgeMs)
const variantCookieLifetime = maxAge(days(7))

type CookieContext = Pick<RedirectContext, 'cookies' | 'secure'>

export const setClickCookie = ({ cookies, secure }: CookieContext, link: LinkRecord, id: string, path: string) =>
  linkCookie(cookies.click(link), id, path, secure, clickCookieLifetime)
export const setVariantCookie = ({ cookies, secure }: CookieContext, variant: string, path: string) =>
  linkCookie(cookies.variant, encodeURIComponent(variant), path, secure, variantCookieLifetime)
export const setPasswordCookie = ({ cookies, secure }: CookieContext, link: LinkRecord, path: string) =>
  linkCookie(cookies.password(link), passwordProof(link), path, secure)

/**
 * A cookie with an encoded value, limited to the path of the link as the visitor wrote it. Browsers compare paths exactly, but the key in
 * the request may differ from the stored key in case or script. Without a lifetime the cookie lasts for the browser session. Joined,
 * because Node checks each header by a regular expression, which takes three times as long for a concatenated text.
 */
const linkCookie = (name: string, value: string, path: string, secure: boolean, lifetime = '') =>
  [name, '=', value, '; Path=', path, lifetime, secure ? '; HttpOnly; SameSite=Lax; Secure' : '; HttpOnly; SameSite=Lax'].join('')

/** The cookie value that proves a correct password. It is invalid for other links and after the password changes. */
export const passwordProof = ({ id, sealedPassword }: Pick<LinkRecord, 'id' | 'sealedPassword'>) =>
  sha256(`${id}\n${sealedPassword}`).toString('base64url')
