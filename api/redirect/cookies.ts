/** The redirect's cookies. Names follow the click-id parameter, so that two installations never read each other's. */
import { createHash, timingSafeEqual } from 'node:crypto'
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

/** The decoded value of a cookie, or null. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (!header) return null
  for (const piece of header.split(';')) {
    const at = piece.indexOf('=')
    if (at > 0 && piece.slice(0, at).trim() === name) return decoded(piece.slice(at + 1).trim())
  }
  return null
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** For as long as a further visit is a repeat. */
export const clickCookieLife = hours(1)
const variantCookieLife = days(7)

type Setting = Pick<RedirectContext, 'cookies' | 'secure'>

export const setClickCookie = ({ cookies, secure }: Setting, link: LinkRecord, id: string, path: string) =>
  linkCookie(cookies.click(link), id, path, { maxAge: clickCookieLife / seconds(1), secure })
export const setVariantCookie = ({ cookies, secure }: Setting, variant: string, path: string) =>
  linkCookie(cookies.variant, variant, path, { maxAge: variantCookieLife / seconds(1), secure })
export const setPasswordCookie = ({ cookies, secure }: Setting, link: LinkRecord, path: string) =>
  linkCookie(cookies.password(link), passwordMark(link), path, { secure })

interface CookieOptions {
  /** Seconds; without it the cookie ends with the browser. */
  maxAge?: number
  secure: boolean
}

/**
 * A cookie for one link's address only, as the visitor wrote it: browsers compare the path letter by letter, and a key may be written in
 * capitals or in another script than the stored one.
 */
function linkCookie(name: string, value: string, path: string, { maxAge, secure }: CookieOptions): string {
  return `${name}=${encodeURIComponent(value)}; Path=${path}${maxAge === undefined ? '' : `; Max-Age=${maxAge}`}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** What the browser keeps instead of the password. It is worth nothing for another link or after a change of the password. */
export const passwordMark = ({ id, password }: Pick<LinkRecord, 'id' | 'password'>) =>
  createHash('sha256').update(`${id}\n${password}`).digest('base64url')

/** Compares in a time that does not depend on how much is right. */
export function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
