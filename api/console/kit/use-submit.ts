/** Sending a form: once at a time, with its error. All forms of the clients use it. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { focusReturner } from './focus-returner.js'
import { notify } from './toast.js'

export interface Submission {
  /** Of the last attempt. */
  error: Error | null
  isBusy: boolean
  submit: () => Promise<void>
  /** For the `form` element. */
  onSubmit: (event: Event) => void
}

/** `onSent` runs unless the user has closed the form meanwhile: what it closes could by then be another one. */
export function useSubmit(send: () => Promise<unknown>, onSent?: () => void): Submission {
  const [error, setError] = useState<Error | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const isSending = useRef(false)
  const isShown = useRef(true)
  useEffect(() => () => void (isShown.current = false), [])
  const submit = async () => {
    // Another press of Enter may come before the form is shown as busy.
    if (isSending.current) return
    isSending.current = true
    const returnFocus = focusReturner()
    setError(null)
    setIsBusy(true)
    try {
      // Once the form is shown as busy, it can be left without a question.
      await Promise.resolve()
      await send()
      if (isShown.current) onSent?.()
    } catch (failure) {
      // The user closed the form meanwhile, and could take it for accepted.
      if (!isShown.current) notify((failure as Error).message, 'error')
      setError(failure as Error)
    } finally {
      isSending.current = false
      setIsBusy(false)
      returnFocus()
    }
  }
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void submit()
  }
  return { error, isBusy, submit, onSubmit }
}
