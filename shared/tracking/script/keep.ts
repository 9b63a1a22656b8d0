/** Runs in pages: what is kept of a visit, and for how long. */
import type { State } from './page.js'

/** Where a browser refuses cookies altogether, even reading them throws. */
export function cookiesOf({ document }: State['page'], written?: string): string {
  try {
    if (written) document.cookie = written
    return document.cookie
  } catch {
    return ''
  }
}

export function readCookie({ page }: State, name: string): string {
  for (const pair of cookiesOf(page).split('; ')) if (pair.startsWith(`${name}=`)) return decodeURIComponent(pair.slice(name.length + 1))
  return ''
}

export function writeCookie({ page, options }: State, name: string, value: string, days: number): void {
  const { cookie } = options
  const { hostname, protocol } = page.location
  // An address or a bare name takes no domain; a cookie with one would be refused.
  const domain = cookie.domain || (/^localhost$|^[\d.]+$|:/.test(hostname) ? '' : `.${hostname.replace(/^www\./, '')}`)
  const seconds = days < 0 ? 0 : cookie.maxAge || (cookie.expiresInDays || days) * 86400
  const until = days >= 0 && cookie.expires ? `expires=${new Date(cookie.expires).toUTCString()}` : `max-age=${seconds}`
  const secure = cookie.secure === undefined ? protocol === 'https:' : cookie.secure
  cookiesOf(
    page,
    `${name}=${encodeURIComponent(value)}; path=${cookie.path || '/'}; ${until}; samesite=${cookie.sameSite || 'Lax'}${domain ? `; domain=${domain}` : ''}${secure ? '; secure' : ''}`,
  )
}

export function keptId(state: State): string {
  if (!state.mayStore) return ''
  for (const name of state.options.idNames) {
    const id = readCookie(state, name)
    if (id) return id
  }
  return state.id
}

/** With first-click attribution, what is kept stays. */
export function keepId(state: State, id: string): void {
  if (!id || (state.options.firstClick && keptId(state))) return
  state.id = id
  if (state.mayStore) writeCookie(state, state.options.idNames[0] as string, id, 90)
}

export function forgetAll(state: State): void {
  state.mayStore = false
  state.id = ''
  for (const name of state.options.idNames.concat(partnerCookie(state))) if (readCookie(state, name)) writeCookie(state, name, '', -1)
}

export function partnerCookie({ options }: State): string {
  return `${(options.idNames[0] as string).replace(/_id$/, '')}_partner_data`
}
