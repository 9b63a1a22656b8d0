/** What can be done with an object, in the menu of its row or on its own page. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Call, OperationId } from '../api-client.js'
import { useClient } from './client.js'
import { ConfirmDialog } from './dialog.js'
import { FormDialog } from './form-dialog.js'
import type { FormFields, Values } from './form-values.js'
import type { Action } from './menu.js'
import { notify } from './toast.js'

/** Something that can be done with a row. It is absent if the user may not call its operation. */
export interface RowAction<Row, Context> {
  label: string
  operation: OperationId
  isDangerous?: boolean
  /** Whether it makes sense for this row. */
  isFor?: (row: Row) => boolean
  /** A question to confirm first. */
  confirm?: (row: Row) => string
  /** A form to fill in first. */
  form?: { fields: (context: Context, row: Row) => FormFields; initial?: (row: Row) => Values; action: string }
  /** A dialog that shows more about the row; replaces `run`. */
  view?: (row: Row, close: () => void) => ComponentChildren
  run?: (call: Call, row: Row, values: Values, context: Context) => Promise<unknown>
  /** What the message says afterwards. */
  done?: string
  /** Restores what was there before; the message offers it. */
  undo?: (call: Call, row: Row) => Promise<unknown>
  /** Shows a result that cannot be read again. */
  result?: (value: unknown, close: () => void) => ComponentChildren
}

interface RowActionsInput<Row, Context> {
  actions: RowAction<Row, Context>[]
  context: Context
  nameOf: (row: Row) => string
  onDone: () => void
}

interface RowActions<Row> {
  /** The actions that the user may perform with the row. */
  actionsOf: (row: Row) => Action[]
  /** The dialog of the action that was started, if it has one. */
  dialog: ComponentChildren
}

export function useRowActions<Row, Context>({ actions, context, nameOf, onDone }: RowActionsInput<Row, Context>): RowActions<Row> {
  const { call, access } = useClient()
  const [open, setOpen] = useState<{ action: RowAction<Row, Context>; row: Row } | null>(null)
  const [result, setResult] = useState<ComponentChildren>(null)
  const perform = async (action: RowAction<Row, Context>, row: Row, values: Values = {}) => {
    const value = await action.run?.(call, row, values, context)
    const { undo } = action
    notify(action.done ?? 'Saved', 'done', undo && { label: 'Undo', run: () => undo(call, row).then(onDone) })
    onDone()
    // After the form is closed.
    if (action.result) setTimeout(() => setResult(action.result?.(value, () => setResult(null))))
  }
  const actionsOf = (row: Row) =>
    actions
      .filter(({ operation, isFor }) => access(operation) === 'allowed' && (isFor?.(row) ?? true))
      .map((action) => ({
        label: action.label,
        isDangerous: action.isDangerous ?? false,
        run: () => (action.confirm || action.form || action.view ? setOpen({ action, row }) : perform(action, row)),
      }))
  const dialog = open ? (
    <ActionDialog
      {...open}
      title={`${open.action.label}: ${nameOf(open.row)}`}
      context={context}
      onClose={() => setOpen(null)}
      onSubmit={(values) => perform(open.action, open.row, values)}
    />
  ) : (
    result
  )
  return { actionsOf, dialog }
}

interface ActionDialogProps<Row, Context> {
  action: RowAction<Row, Context>
  row: Row
  title: string
  context: Context
  onClose: () => void
  onSubmit: (values?: Values) => Promise<void>
}

function ActionDialog<Row, Context>({ action, row, title, context, onClose, onSubmit }: ActionDialogProps<Row, Context>) {
  if (action.view) return <>{action.view(row, onClose)}</>
  if (action.form)
    return (
      <FormDialog
        title={title}
        fields={action.form.fields(context, row)}
        initial={action.form.initial?.(row) ?? {}}
        action={action.form.action}
        onClose={onClose}
        onSubmit={onSubmit}
      />
    )
  return (
    <ConfirmDialog title={title} text={action.confirm?.(row) ?? ''} action={action.label} onClose={onClose} onConfirm={() => onSubmit()} />
  )
}
