/** Changes of several rows at once, a hundred per request, with progress. */
import { useState } from 'preact/hooks'
import type { Call, OperationId } from '../api-client.js'
import { Button } from './button.js'
import { useClient } from './client.js'
import { ConfirmDialog } from './dialog.js'
import { FormDialog } from './form-dialog.js'
import type { FormFields, Values } from './form-values.js'
import { notify } from './toast.js'
import { useDeselect } from './use-selection.js'

export interface BulkAction<Context> {
  label: string
  operation: OperationId
  isDangerous?: boolean
  /** A question to confirm first. */
  confirm?: string
  /** A form to fill in first. */
  form?: (context: Context) => FormFields
  run: (call: Call, ids: string[], values: Values, context: Context) => Promise<unknown>
  /** What the message says after the number of rows. */
  done: string
}

interface BulkBarProps<Context> {
  selected: ReadonlySet<string>
  actions: BulkAction<Context>[]
  context: Context
  onChange: (ids: Set<string>) => void
  /** After the last request, also after a failed one. */
  onDone: () => void
}

const perRequest = 100

export function BulkBar<Context>({ selected, actions, context, onChange, onDone }: BulkBarProps<Context>) {
  const { call } = useClient()
  const [open, setOpen] = useState<BulkAction<Context> | null>(null)
  const [done, setDone] = useState<number | null>(null)
  const ids = [...selected]
  useDeselect(selected, () => onChange(new Set()))
  const run = async (action: BulkAction<Context>, values: Values = {}) => {
    let changed = 0
    try {
      while (changed < ids.length) {
        setDone(changed)
        const part = ids.slice(changed, changed + perRequest)
        await action.run(call, part, values, context)
        changed += part.length
      }
    } finally {
      if (changed > 0) notify(`${changed} ${action.done}`)
      // Another attempt is about the rest: the service refuses many changes of rows that have it already.
      onChange(new Set(ids.slice(changed)))
      setDone(null)
      onDone()
    }
  }
  if (ids.length === 0) return null
  return (
    <div class="bulk" role="toolbar" aria-label="Selected rows">
      <strong>{ids.length} selected</strong>
      {done !== null && <progress max={ids.length} value={done} aria-label="Progress" />}
      {actions.map((action) => (
        <Button
          key={action.label}
          kind={action.isDangerous ? 'danger' : 'plain'}
          disabled={done !== null}
          onClick={() => (action.form || action.confirm ? setOpen(action) : run(action))}
        >
          {action.label}
        </Button>
      ))}
      <Button kind="quiet" onClick={() => onChange(new Set())}>
        Cancel
      </Button>
      {open && <OpenAction action={open} count={ids.length} context={context} onClose={() => setOpen(null)} run={run} />}
    </div>
  )
}

interface OpenActionProps<Context> {
  action: BulkAction<Context>
  count: number
  context: Context
  onClose: () => void
  run: (action: BulkAction<Context>, values?: Values) => Promise<void>
}

function OpenAction<Context>({ action, count, context, onClose, run }: OpenActionProps<Context>) {
  const title = `${action.label} (${count} selected)`
  return action.form ? (
    <FormDialog
      title={title}
      fields={action.form(context)}
      action={action.label}
      onClose={onClose}
      onSubmit={(values) => run(action, values)}
    />
  ) : (
    <ConfirmDialog title={title} text={action.confirm ?? ''} action={action.label} onClose={onClose} onConfirm={() => run(action)} />
  )
}
