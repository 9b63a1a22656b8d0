/** Shortcuts that work on every page. */
import { useEffect, useLayoutEffect } from 'preact/hooks'

export const shortcuts: [keys: string, effect: string][] = [
  ['Ctrl K', 'Open the command palette'],
  ['/', 'Search in the list'],
  ['c', 'Create'],
  ['d w m y', 'Last day, week, month, year in charts'],
  ['← →', 'Period before or after'],
  ['Esc', 'Close, end the selection, or clear the search and the filters'],
  ['?', 'Show these shortcuts'],
]

const intervals: Record<string, string> = { d: '24h', w: '7d', m: '30d', y: '1y' }

interface Targets {
  openPalette(): void
  openHelp(): void
}

export function useShortcuts({ openPalette, openHelp }: Targets): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        openPalette()
        return
      }
      if (event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return
      const target = event.target as HTMLElement
      if (event.key === 'Escape') clearFilters(target)
      else if (!isField(target)) run(event, openHelp)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
}

function run(event: KeyboardEvent, openHelp: () => void): void {
  const search = document.querySelector<HTMLInputElement>('[data-shortcut=search]')
  if (event.key === '?') openHelp()
  else if (event.key === '/' && search) search.focus()
  else if (event.key === 'c') dispatchEvent(new Event('console:create'))
  else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
    const shift = new CustomEvent('console:shift', { detail: event.key === 'ArrowLeft' ? -1 : 1, cancelable: true })
    // Elsewhere, these keys scroll what is wider than its frame.
    if (dispatchEvent(shift)) return
  } else if (intervals[event.key]) dispatchEvent(new CustomEvent('console:interval', { detail: intervals[event.key] }))
  else return
  event.preventDefault()
}

const isField = (target: HTMLElement) => /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable

/** Leaves a field first, so that a second Escape clears. */
function clearFilters(target: HTMLElement): void {
  if (isField(target)) target.blur()
  // At the window itself, browsers call listeners in the order in which they were added, also those that capture.
  else document.dispatchEvent(new Event(clearEvent, { bubbles: true }))
}

const clearEvent = 'console:clear'

/** Calls `clear` at Escape while `isActive`; those that capture come first and can stop the event. */
export function useClear(isActive: boolean, clear: (event: Event) => void, capture = false): void {
  // Before the next key: a listener that is added after the browser has rendered misses it.
  useLayoutEffect(() => {
    if (!isActive) return
    addEventListener(clearEvent, clear, { capture })
    return () => removeEventListener(clearEvent, clear, { capture })
  })
}
