/** A form in a dialog. */
import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { useUnsaved } from '../shell/router.js'
import { Button } from './button.js'
import { Dialog } from './dialog.js'
import { Fields } from './fields.js'
import { FormError } from './form-error.js'
import { defaultsOf, type FormFields, type Values } from './form-values.js'
import { useSubmit } from './use-submit.js'

interface FormDialogProps {
  title: string
  fields: FormFields
  initial?: Values
  action: string
  size?: 'small' | 'large'
  /** Shown below the fields. */
  extra?: ComponentChildren
  /** Closes the dialog when it succeeds. Its error is shown in the form. `before` are the initial values. */
  onSubmit: (values: Values, before: Values) => Promise<unknown>
  onClose: () => void
}

export function FormDialog({ title, fields, initial = {}, action, size = 'small', extra, onSubmit, onClose }: FormDialogProps) {
  const [start] = useState(initial)
  const [entered, setEntered] = useState<Values>({})
  const known = { ...start, ...entered }
  const shown = typeof fields === 'function' ? fields(known) : fields
  const values = { ...defaultsOf(shown), ...known }
  const form = useSubmit(() => onSubmit(values, start), onClose)
  const id = useId()
  useUnsaved(Object.keys(entered).some((name) => isOther(entered[name], start[name])) && !form.isBusy)
  return (
    <Dialog
      title={title}
      size={size}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} kind="primary" disabled={form.isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={form.onSubmit}>
        <FormError error={form.error} />
        <Fields fields={shown} values={values} onChange={(name, value) => setEntered((before) => ({ ...before, [name]: value }))} />
        {extra}
      </form>
    </Dialog>
  )
}

/** An empty field has no value, or an empty one. */
const isOther = (entered: Values[string], initial: Values[string]) => JSON.stringify(entered || '') !== JSON.stringify(initial || '')
