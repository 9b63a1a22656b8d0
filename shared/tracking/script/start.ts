/** Runs in pages: the order of things. */
import { forgetAll, keepId, keptId } from './keep.js'
import type { Page, State } from './page.js'
import { findScript, readOptions } from './settings.js'
import { idInAddress, trackClick, trackConversion, trackVisit } from './tell.js'

export function start(page: Page, idNames: string[]): void {
  const options = readOptions(findScript(page), idNames)
  const state: State = { page, options, mayStore: !options.needsConsent, id: '', ready: [], isReady: false }
  const run = (name: string, given: unknown) => command(state, name, given)
  for (const name of ['tributary', 'dubAnalytics']) offer(page, name, run)
  if (state.mayStore) arrive(state)
}

/** What the page may call, by name or as a method; what it called before the script was there comes first. */
export function offer(page: Page, name: string, run: (name: string, given: unknown) => unknown): void {
  const before = page[name] as { q?: ArrayLike<unknown>[] } | undefined
  const face = Object.assign((command: string, given?: unknown) => run(command, given), {
    trackClick: (given: unknown) => run('trackClick', given),
    trackLead: (given: unknown) => run('trackLead', given),
    trackSale: (given: unknown) => run('trackSale', given),
    consent: (given: unknown) => run('consent', given),
  })
  page[name] = face
  for (const call of (before && before.q) || []) run(String(call[0]), call[1])
}

export function command(state: State, name: string, given: unknown): unknown {
  if (name === 'ready') return state.isReady ? (given as () => void)() : state.ready.push(given as () => void)
  if (name === 'consent') return given ? arrive(state) : forgetAll(state)
  if (name === 'trackClick') return trackClick(state, given as { key: string })
  if (name === 'trackLead' || name === 'trackSale')
    return afterArrival(state).then(() => trackConversion(state, name === 'trackLead' ? 'lead' : 'sale', given as Record<string, unknown>))
  return undefined
}

/** What is told while the click is not known yet waits for it. Where nothing may be kept it never will be: nothing to wait for. */
export function afterArrival(state: State): Promise<void> {
  return state.isReady || !state.mayStore ? Promise.resolve() : new Promise((resolve) => state.ready.push(resolve))
}

/** The visitor is here, and what they came by may be kept. Calling it twice tells nothing twice. */
export function arrive(state: State): void {
  state.mayStore = true
  if (state.isReady) return keepId(state, idInAddress(state))
  keepId(state, idInAddress(state))
  const query = new URLSearchParams(state.page.location.search)
  const key = state.options.keyParams.map((name) => query.get(name)).find(Boolean)
  const { refer, site } = state.options.domains
  const told = key && refer ? trackClick(state, { key }) : site && !key && !keptId(state) ? trackVisit(state) : Promise.resolve()
  const settle = () => {
    state.isReady = true
    watchOutbound(state)
    for (const run of state.ready.splice(0)) run()
  }
  told.then(settle, settle)
}

/** Links and frames of these domains carry the click id on; those that come later as well. */
export function watchOutbound(state: State): void {
  const { page, options } = state
  const outbound = ([] as string[]).concat(options.domains.outbound || [])
  if (outbound.length === 0) return
  const mark = () => {
    const all = page.document.querySelectorAll('a[href],iframe[src]')
    for (let at = 0; at < all.length; at++) {
      const one = all[at] as { getAttribute(name: string): string | null; setAttribute(name: string, value: string): void }
      const attribute = one.getAttribute('href') ? 'href' : 'src'
      const marked = withId(state, one.getAttribute(attribute) || '', outbound)
      if (marked) one.setAttribute(attribute, marked)
    }
  }
  mark()
  new page.MutationObserver(mark).observe(page.document.documentElement, { childList: true, subtree: true })
}

/** The address with the click id, or nothing where it needs none. */
export function withId(state: State, address: string, outbound: string[]): string {
  const id = keptId(state)
  const name = state.options.idNames[0] as string
  if (!id || !/^https?:\/\//i.test(address)) return ''
  const url = new URL(address)
  const host = url.hostname.replace(/^www\./, '')
  const fits = outbound.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one.replace(/^www\./, '')))
  if (!fits || url.searchParams.has(name)) return ''
  url.searchParams.set(name, id)
  return url.href
}
