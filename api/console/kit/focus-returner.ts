/**
 * A control that is disabled while something is done loses the focus. The returned function gives it back afterwards, unless the focus is
 * elsewhere by then.
 */
export function focusReturner(): () => void {
  const focused = document.activeElement
  return () => void setTimeout(() => document.activeElement === document.body && focused instanceof HTMLElement && focused.focus())
}
