/** Types of the browser APIs that the script uses. The functions in this folder run in pages, not in this process. */

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
  /** Queues of calls that a page made before the script was loaded. */
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
  /** Query parameters that contain the key of a link. */
  keyParams: string[]
  /** Names of the click id's query parameter and cookie; the first one is written. */
  idNames: string[]
  needsConsent: boolean
}

/** State of the script while the page is open. */
export interface State {
  page: Page
  options: Options
  /** Whether data may be stored and sent automatically. */
  canStore: boolean
  /** The click id if cookies are blocked. */
  id: string
  ready: (() => void)[]
  /** Whether the arrival of the visitor was handled, or is being handled. */
  hasArrived: boolean
  isReady: boolean
}
