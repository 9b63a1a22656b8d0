/** The little of a browser that the script uses. The functions beside this file run in pages, not here. */

export interface Element {
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
}

export interface Page {
  location: { href: string; hostname: string; search: string; protocol: string }
  document: {
    cookie: string
    referrer: string
    currentScript: (Element & { src: string }) | null
    readyState: string
    documentElement: object
    addEventListener(event: string, listener: () => void): void
    querySelectorAll(selector: string): ArrayLike<Element>
    querySelector(selector: string): (Element & { src: string }) | null
  }
  MutationObserver: new (callback: () => void) => { observe(target: object, options: object): void }
  fetch(url: string, request: object): Promise<{ ok: boolean; json(): Promise<unknown> }>
  /** What a page called before the script was there. */
  [name: string]: unknown
}

export interface CookieOptions {
  domain?: string
  path?: string
  sameSite?: string
  secure?: boolean
  expires?: string
  expiresInDays?: number
  maxAge?: number
}

export interface Options {
  apiHost: string
  publishableKey: string | null
  domains: { refer?: string; site?: string; outbound?: string | string[] }
  firstClick: boolean
  cookie: CookieOptions
  /** Query parameters that hold the key of a link. */
  keyParams: string[]
  /** The query parameter and the cookie of the click id; the first is ours. */
  idNames: string[]
  needsConsent: boolean
}

/** What the script knows while the page is open. */
export interface State {
  page: Page
  options: Options
  /** Whether anything may be stored and told by itself. */
  mayStore: boolean
  /** The click id where cookies are refused. */
  id: string
  ready: (() => void)[]
  isReady: boolean
}
