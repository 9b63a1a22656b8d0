/**
 * Puts a text on the clipboard. False if the browser refuses. Browsers have no clipboard interface on pages without HTTPS, as on an
 * installation in a local network, and refuse it to pages within others: there, the text is selected and copied.
 */
export async function copyText(text: string): Promise<boolean> {
  // The types take a page with HTTPS for granted.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!clipboard) return copySelected(text)
  return clipboard.writeText(text).then(
    () => true,
    () => copySelected(text),
  )
}

/** The same for a button, which shows the error. */
export async function copyOrFail(text: string): Promise<void> {
  if (!(await copyText(text))) throw new Error('The browser does not permit copying. Select the text and copy it.')
}

function copySelected(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  // Nothing outside an open dialog can be selected.
  const parent = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  parent.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
