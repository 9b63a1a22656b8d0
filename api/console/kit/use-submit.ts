/** Sending a form: once at a time, with its error. All forms of the clients use it. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { notify } from './toast.js'

export interface Submission {
  /** Of the last attempt. */
  error: Error | null
  isBusy: boolean
  submit: () => Promise<void>
  /** For the `form` element. */
  onSubmit: (event: Event) => void
}

export function useSubmit(send: () => Promise<unknown>): Submission {
  const [error, setError] = useState<Error | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const isSending = useRef(false)
  const isShown = useRef(true)
  useEffect(() => () => void (isShown.current = false), [])
  const submit = async () => {
    // Another press of Enter may come before the form is shown as busy.
    if (isSending.current) return
    isSending.current = true
    const focused = document.activeElement
    setError(null)
    setIsBusy(true)
    try {
      // Once the form is shown as busy, it can be left without a question.
      await Promise.resolve()
      await send()
    } catch (failure) {
      // The user closed the form meanwhile, and could take it for accepted.
      if (!isShown.current) notify((failure as Error).message, 'error')
      setError(failure as Error)
      // A button that is disabled while the form is sent loses the focus.
      setTimeout(() => document.activeElement === document.body && focused instanceof HTMLElement && focused.focus())
    } finally {
      isSending.current = false
      setIsBusy(false)
    }
  }
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void submit()
  }
  return { error, isBusy, submit, onSubmit }
}
