import { useMemo, useState } from 'preact/hooks'
import { useClear } from '../shell/keyboard.js'

interface HasId {
  id: string
}

/**
 * The selected rows of a list, and a function that changes them. Only rows that are in the list count: a row that was deleted, or that does
 * not match the filters any more, cannot be changed unseen.
 */
export function useSelection(rows: HasId[] | undefined): [ReadonlySet<string>, (ids: ReadonlySet<string>) => void] {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(() => new Set(rows?.flatMap(({ id }) => (selected.has(id) ? [id] : []))), [rows, selected])
  return [shown, setSelected]
}

/** Escape ends the selection before it clears the filters. */
export function useDeselect({ size }: ReadonlySet<string>, deselect: () => void): void {
  const clear = (event: Event) => {
    event.stopImmediatePropagation()
    deselect()
  }
  useClear(size > 0, clear, true)
}
