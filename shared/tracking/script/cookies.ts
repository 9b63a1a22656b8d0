/** Runs in pages: reads and writes the cookies of a visit. */
import type { State } from './browser.js'

/** Reads, or writes and reads, the cookies. Some browsers throw on any access to cookies. */
export function accessCookies({ document }: State['page'], cookie?: string): string {
  try {
    if (cookie) document.cookie = cookie
    return document.cookie
  } catch {
    return ''
  }
}

/** The value of a cookie, or an empty string if there is none that can be decoded. */
export function readCookie({ page }: State, name: string): string {
  for (const pair of accessCookies(page).split('; ')) {
    if (!pair.startsWith(`${name}=`)) continue
    try {
      return decodeURIComponent(pair.slice(name.length + 1))
    } catch {
      continue
    }
  }
  return ''
}

export function writeCookie({ page, options }: State, name: string, value: string, days: number): void {
  const { cookie } = options
  const { hostname, protocol } = page.location
  // No domain for IP addresses and single-label hosts: browsers would reject the cookie.
  const domain = cookie.domain || (/^localhost$|^[\d.]+$|:/.test(hostname) ? '' : `.${hostname.replace(/^www\./, '')}`)
  const seconds = days < 0 ? 0 : cookie.maxAge || (cookie.expiresInDays || days) * 86400
  const expiry = days >= 0 && cookie.expires ? `expires=${new Date(cookie.expires).toUTCString()}` : `max-age=${seconds}`
  const secure = cookie.secure === undefined ? protocol === 'https:' : cookie.secure
  accessCookies(
    page,
    `${name}=${encodeURIComponent(value)}; path=${cookie.path || '/'}; ${expiry}; samesite=${cookie.sameSite || 'Lax'}` +
      (domain ? `; domain=${domain}` : '') +
      (secure ? '; secure' : ''),
  )
}

export function storedId(state: State): string {
  if (!state.canStore) return ''
  for (const name of state.options.idNames) {
    const id = readCookie(state, name)
    if (id) return id
  }
  return state.id
}

/** Stores the click id. With first-click attribution a stored id is kept. */
export function storeId(state: State, id: string): void {
  if (!id || (state.options.firstClick && storedId(state))) return
  state.id = id
  if (state.canStore) writeCookie(state, state.options.idNames[0] as string, id, 90)
}

export function clearStorage(state: State): void {
  state.canStore = false
  state.id = ''
  for (const name of state.options.idNames.concat(partnerCookieName(state))) if (readCookie(state, name)) writeCookie(state, name, '', -1)
}

export function partnerCookieName({ options }: State): string {
  return `${(options.idNames[0] as string).replace(/_id$/, '')}_partner_data`
}
