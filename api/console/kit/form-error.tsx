/** Why a form was not accepted. The field that the message names gets the focus, and the message names it by its label. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { subjectOf, withLabels } from '../readable-message.js'

export function FormError({ error }: { error: Error | null }) {
  const element = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    if (!error || !element.current) return
    const form = element.current.closest('form')
    element.current.textContent = withLabels(error.message, (name) => labelOf(form, name))
    element.current.scrollIntoView({ block: 'nearest' })
    const field = fieldIn(form, error.message)
    if (!field) return
    field.setAttribute('aria-invalid', 'true')
    const section = field.closest('details')
    if (section) section.open = true
    field.focus()
    return () => field.removeAttribute('aria-invalid')
  }, [error])
  return error && <p class="form-error" role="alert" ref={element} />
}

/** The field that the message begins with, or the first whose name is a word of it; of several controls, the first. */
function fieldIn(form: HTMLFormElement | null, message: string): HTMLElement | undefined {
  const named = [subjectOf(message), ...message.split(/\W+/)].map(
    (word) => fieldOf(form, word) ?? groupOf(form, word)?.querySelector<HTMLElement>(controls),
  )
  return named.find((field) => field instanceof HTMLElement)
}

const controls = 'input, select, textarea, button'

const labelOf = (form: HTMLFormElement | null, name: string) =>
  fieldOf(form, name)?.labels?.[0]?.textContent ?? groupOf(form, name)?.dataset.label

/** A field of several controls, which have no name. */
const groupOf = (form: HTMLFormElement | null, name: string) =>
  name === '' ? undefined : form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)

const fieldOf = (form: HTMLFormElement | null, name: string): HTMLInputElement | undefined =>
  ([...(form?.elements ?? [])] as HTMLInputElement[]).find((field) => field.name !== '' && field.name === name)
