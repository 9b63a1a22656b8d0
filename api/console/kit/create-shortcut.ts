import { useEffect } from 'preact/hooks'

/** Runs when the user presses `c`. */
export function useCreateShortcut(create: (() => void) | undefined): void {
  useEffect(() => {
    if (!create) return
    addEventListener('console:create', create)
    return () => removeEventListener('console:create', create)
  })
}
