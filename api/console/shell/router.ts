/** The address of the browser: the path names the page, the query holds its state. */
import { useCallback, useEffect, useState } from 'preact/hooks'

const listeners = new Set<() => void>()
const announce = () => listeners.forEach((listener) => listener())
addEventListener('popstate', announce)

export function navigate(url: string, { replace = false }: { replace?: boolean } = {}): void {
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
