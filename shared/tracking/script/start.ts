/** Runs in pages: startup, the public API, and outbound links. */
import type { Page, State } from './browser.js'
import { clearStorage, partnerCookieName, readCookie, storeId, storedId } from './cookies.js'
import { findScript, readJson, readOptions } from './options.js'
import { idFromUrl, showPartner, trackClick, trackConversion, trackVisit } from './requests.js'

export function start(page: Page, idNames: string[]): void {
  const options = readOptions(findScript(page), idNames)
  const state: State = { page, options, canStore: !options.needsConsent, id: '', ready: [], hasArrived: false, isReady: false }
  const run = (name: string, args: unknown) => runCommand(state, name, args)
  for (const name of ['tributary', 'dubAnalytics']) exposeApi(page, name, run)
  if (state.canStore) handleArrival(state)
}

/** Exposes the API of the script, callable by command name or as methods. Calls queued before the script was loaded run first. */
export function exposeApi(page: Page, name: string, run: (name: string, args: unknown) => unknown): void {
  const previous = page[name] as { q?: ArrayLike<unknown>[] } | undefined
  const api = Object.assign((command: string, args?: unknown) => run(command, args), {
    trackClick: (args: unknown) => run('trackClick', args),
    trackLead: (args: unknown) => run('trackLead', args),
    trackSale: (args: unknown) => run('trackSale', args),
    consent: (args: unknown) => run('consent', args),
  })
  page[name] = api
  for (const call of (previous && previous.q) || []) run(String(call[0]), call[1])
}

export function runCommand(state: State, name: string, args: unknown): unknown {
  if (name === 'ready') return state.isReady ? (args as () => void)() : state.ready.push(args as () => void)
  if (name === 'consent') return args ? handleArrival(state) : clearStorage(state)
  if (name === 'trackClick') return trackClick(state, args as { key: string })
  if (name === 'trackLead' || name === 'trackSale')
    return afterArrival(state).then(() => trackConversion(state, name === 'trackLead' ? 'lead' : 'sale', args as Record<string, unknown>))
  return undefined
}

/** Resolves when the click is known. Without storage it never will be, so there is nothing to wait for. */
export function afterArrival(state: State): Promise<void> {
  return state.isReady || !state.canStore ? Promise.resolve() : new Promise((resolve) => state.ready.push(resolve))
}

/** Handles the arrival of a visitor whose data may be stored. Calling it again sends nothing again. */
export function handleArrival(state: State): void {
  state.canStore = true
  storeId(state, idFromUrl(state))
  if (state.hasArrived) return
  state.hasArrived = true
  // Later pages know the partner from the cookie.
  showPartner(state, readJson(readCookie(state, partnerCookieName(state)), {}))
  const query = new URLSearchParams(state.page.location.search)
  const key = state.options.keyParams.map((name) => query.get(name)).find(Boolean)
  const { refer, site } = state.options.domains
  const arrival = key && refer ? trackClick(state, { key }) : site && !key && !storedId(state) ? trackVisit(state) : Promise.resolve()
  const settle = () => {
    state.isReady = true
    watchOutbound(state)
    // A callback that throws does not prevent the next one.
    for (const run of state.ready.splice(0)) void Promise.resolve().then(run)
  }
  arrival.then(settle, settle)
}

/** Adds the click id to links and frames to outbound domains, including those added later. */
export function watchOutbound(state: State): void {
  const { page, options } = state
  // `@dub/analytics` also passes several hosts as one text: "partner.example, shop.example".
  const outbound = String(options.domains.outbound || '')
    .split(/[\s,]+/)
    .filter(Boolean)
  if (outbound.length === 0) return
  const mark = () => {
    const all = page.document.querySelectorAll('a[href],iframe[src]')
    for (let index = 0; index < all.length; index++) {
      const element = all[index] as { getAttribute(name: string): string | null; setAttribute(name: string, value: string): void }
      const attribute = element.getAttribute('href') ? 'href' : 'src'
      const marked = addClickId(state, element.getAttribute(attribute) || '', outbound)
      if (marked) element.setAttribute(attribute, marked)
    }
  }
  mark()
  new page.MutationObserver(mark).observe(page.document.documentElement, {
    childList: true,
    subtree: true,
    attributeFilter: ['href', 'src'],
  })
}

/** The URL with the click id, or an empty string if it needs none. */
export function addClickId(state: State, url: string, outbound: string[]): string {
  const id = storedId(state)
  const name = state.options.idNames[0] as string
  const target = id && /^(https?:)?\/\//i.test(url) ? parseUrl(state, url) : undefined
  if (!target) return ''
  const host = target.hostname.replace(/^www\./, '')
  const isOutbound = outbound.some((domain) =>
    domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain.replace(/^www\./, ''),
  )
  if (!isOutbound || target.searchParams.has(name)) return ''
  target.searchParams.set(name, id)
  return target.href
}

export function parseUrl({ page }: State, url: string): URL | undefined {
  try {
    return new URL(url, page.location.href)
  } catch {
    return undefined
  }
}
