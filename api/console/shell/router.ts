/** The address of the browser: the path names the page, the query holds its state. */
import { useCallback, useEffect, useLayoutEffect, useState } from 'preact/hooks'

const listeners = new Set<() => void>()
let shown = location.href
const announce = () => {
  shown = location.href
  listeners.forEach((listener) => listener())
}
addEventListener('popstate', () => {
  // The browser has left already.
  if (leaves(location.href) && !mayDiscard()) history.pushState(null, '', shown)
  else announce()
})

/** Forms of the page with input that is not stored yet. */
const unsaved = new Set<object>()
addEventListener('beforeunload', (event) => unsaved.size > 0 && event.preventDefault())

export const unsavedForms = (): ReadonlySet<object> => new Set(unsaved)

/** Whether the user gives up what is not stored, if there is any. Forms in `kept` stay. */
export const mayDiscard = (kept: ReadonlySet<object> = new Set()) =>
  [...unsaved].every((form) => kept.has(form)) || confirm('Continue without saving? What you entered on this page is lost.')

/** Parts of a page that are shown one at a time. */
const parts = ['tab', 'partnerId', 'program']
function leaves(url: string): boolean {
  const [from, to] = [new URL(shown), new URL(url, location.href)]
  return from.pathname !== to.pathname || parts.some((name) => from.searchParams.get(name) !== to.searchParams.get(name))
}

/** While `isChanged`, leaving the form by a link, the history or the browser has to be confirmed. */
export function useUnsaved(isChanged: boolean): void {
  // Before the next event: a form that was just stored can be left.
  useLayoutEffect(() => {
    if (!isChanged) return
    const form = {}
    unsaved.add(form)
    return () => void unsaved.delete(form)
  }, [isChanged])
}

export function navigate(url: string, { replace = false }: { replace?: boolean } = {}): void {
  if (leaves(url) && !mayDiscard()) return
  if (replace) history.replaceState(null, '', url)
  else {
    const isOtherPage = new URL(url, location.href).pathname !== location.pathname
    history.pushState(null, '', url)
    if (isOtherPage) scrollTo(0, 0)
  }
  announce()
}

export interface Address {
  path: string
  query: URLSearchParams
}

const current = (): Address => ({ path: location.pathname, query: new URLSearchParams(location.search) })

export function useAddress(): Address {
  const [address, setAddress] = useState(current)
  useEffect(() => {
    const update = () => setAddress(current())
    listeners.add(update)
    return () => void listeners.delete(update)
  }, [])
  return address
}

type Changes = Record<string, string | null>
/** With `asStep`, the button Back of the browser undoes the change. */
export type QueryState = [Record<string, string>, (changes: Changes, options?: { asStep?: boolean }) => void]

/** The query as an object, and a function that changes some of its values; null removes one. */
export function useQuery(): QueryState {
  const { query } = useAddress()
  const change = useCallback((changes: Changes, { asStep = false }: { asStep?: boolean } = {}) => {
    const { path, query } = current()
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') query.delete(name)
      else query.set(name, value)
    }
    const text = query.toString()
    navigate(text === '' ? path : `${path}?${text}`, { replace: !asStep })
  }, [])
  return [Object.fromEntries(query), change]
}

/** A part of an address as text; undefined if it is not encoded as an address is. */
export function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** Opens links within the client without loading the page again. */
export function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = (event.target as Element).closest('a')
  // The browser itself scrolls and moves the focus within the page.
  if (
    !link ||
    link.getAttribute('href')?.startsWith('#') ||
    link.target ||
    link.hasAttribute('download') ||
    link.origin !== location.origin
  )
    return
  // The first segment names the client.
  if (link.pathname.split('/')[1] !== location.pathname.split('/')[1]) return
  event.preventDefault()
  navigate(link.pathname + link.search)
}

export const signInAddress = () => `/auth/login?${new URLSearchParams({ next: location.pathname + location.search }).toString()}`

/** Ends the session, and returns here after the next log-in. */
export async function signOut(next: string): Promise<void> {
  await fetch('/auth/logout', { method: 'POST' })
  location.assign(`/auth/login?${new URLSearchParams({ next }).toString()}`)
}
