import { useEffect, useRef } from 'preact/hooks'

/**
 * Properties of a `<dialog>` that is modal while it is shown. `onClose` has to remove it; the focus then returns to where it was. Nothing
 * calls its method `close`, because the event of that comes in another task, when the next dialog may be open.
 */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    ref.current?.showModal()
    return () => opener instanceof HTMLElement && opener.focus()
  }, [])
  // The browser itself closes a dialog at a second Escape, which a listener of `cancel` cannot prevent.
  return { ref, onClose: () => ref.current && onClose() }
}
