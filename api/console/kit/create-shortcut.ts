import { useEffect } from 'preact/hooks'
import { useQuery } from '../shell/router.js'

/** Runs when the user presses `c`, or comes with `create=1` in the address. */
export function useCreateShortcut(create: (() => void) | undefined): void {
  const [query, change] = useQuery()
  const isRequested = Boolean(query.create && create)
  useEffect(() => {
    if (!isRequested) return
    change({ create: null })
    create?.()
  }, [isRequested])
  useEffect(() => {
    if (!create) return
    addEventListener('console:create', create)
    return () => removeEventListener('console:create', create)
  })
}
