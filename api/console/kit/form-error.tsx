/** Why a form was not accepted. The field that the message names gets the focus. */
import { useLayoutEffect, useRef } from 'preact/hooks'

export function FormError({ error }: { error: Error | null }) {
  const element = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    if (!error || !element.current) return
    element.current.scrollIntoView({ block: 'nearest' })
    const field = fieldIn(element.current.closest('form'), error.message)
    if (!field) return
    field.setAttribute('aria-invalid', 'true')
    const section = field.closest('details')
    if (section) section.open = true
    field.focus()
    return () => field.removeAttribute('aria-invalid')
  }, [error])
  return (
    error && (
      <p class="form-error" role="alert" ref={element}>
        {error.message}
      </p>
    )
  )
}

/** The first field of the form whose name is a word of the message. */
function fieldIn(form: HTMLFormElement | null, message: string): HTMLElement | undefined {
  const fields = [...(form?.elements ?? [])] as HTMLInputElement[]
  const named = message.split(/\W+/).map((word) => fields.find(({ name }) => name !== '' && name === word))
  return named.find((field) => field !== undefined)
}
