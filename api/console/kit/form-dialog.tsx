/** A form in a dialog. */
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from './button.js'
import { Dialog } from './dialog.js'
import { Fields } from './fields.js'
import { defaultsOf, type FormFields, type Values } from './form-values.js'

interface FormDialogProps {
  title: string
  fields: FormFields
  initial?: Values
  action: string
  size?: 'small' | 'large'
  /** Shown below the fields. */
  extra?: ComponentChildren
  /** Closes the dialog when it succeeds. Its error is shown in the form. */
  onSubmit: (values: Values) => Promise<unknown>
  onClose: () => void
}

export function FormDialog({ title, fields, initial = {}, action, size = 'small', extra, onSubmit, onClose }: FormDialogProps) {
  const [entered, setEntered] = useState<Values>(initial)
  const shown = typeof fields === 'function' ? fields({ ...initial, ...entered }) : fields
  const values = { ...defaultsOf(shown), ...entered }
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: Event) => {
    event.preventDefault()
    setIsBusy(true)
    setError(null)
    onSubmit(values).then(onClose, (error: Error) => {
      setError(error.message)
      setIsBusy(false)
    })
  }
  return (
    <Dialog
      title={title}
      size={size}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={isBusy} onClick={() => form.current?.requestSubmit()}>
            {action}
          </Button>
        </>
      }
    >
      <form ref={form} onSubmit={submit}>
        {error && (
          <p class="form-error" role="alert">
            {error}
          </p>
        )}
        <Fields fields={shown} values={values} onChange={(name, value) => setEntered((before) => ({ ...before, [name]: value }))} />
        {extra}
        {/* Enter in a field submits. */}
        <button type="submit" hidden disabled={isBusy} />
      </form>
    </Dialog>
  )
}
