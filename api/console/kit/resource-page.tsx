/** A page that lists objects of one kind, creates, changes and removes them. Most pages are a description for it. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Call, OperationId } from '../api-client.js'
import { useQuery } from '../shell/router.js'
import { type Session, useSession } from '../shell/session.js'
import { Button } from './button.js'
import { useCreateShortcut } from './create-shortcut.js'
import { ConfirmDialog } from './dialog.js'
import { EmptyState } from './empty-state.js'
import { type Filter, FilterBar } from './filter-bar.js'
import { type Field, FormDialog, type Values } from './form.js'
import type { IconName } from './icon.js'
import { Menu } from './menu.js'
import { PageHeader } from './page-header.js'
import { type Column, Table } from './table.js'
import { notify } from './toast.js'
import { type PageQuery, type Paging, useList, useLoad } from './use-load.js'

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
  form?: { fields: (context: Context, row: Row) => Field[]; initial?: (row: Row) => Values; action: string }
  /** A dialog that shows more about the row; replaces `run`. */
  view?: (row: Row, close: () => void) => ComponentChildren
  run?: (call: Call, row: Row, values: Values, context: Context) => Promise<unknown>
  /** What the message says afterwards. */
  done?: string
  /** Restores what was there before, offered in the message. */
  undo?: (call: Call, row: Row) => Promise<unknown>
  /** Shows a result that cannot be read again. */
  result?: ResultDialog
}

export interface Resource<Row extends { id: string }, Context = undefined> {
  title: string
  description: string
  icon: IconName
  paging: Paging
  load: (call: Call, query: Record<string, string> & PageQuery, session: Session, signal: AbortSignal) => Promise<Row[]>
  /** Data that filters and forms need, such as the groups to choose from. */
  context?: (call: Call, session: Session) => Promise<Context>
  columns: Column<Row>[]
  /** Beside the title, before the button that creates. */
  headerActions?: (session: Session) => ComponentChildren
  nameOf: (row: Row) => string
  search?: string
  filters?: (context: Context | undefined) => Filter[]
  empty: string
  create?: {
    label: string
    operation: OperationId
    fields: (context: Context) => Field[]
    initial?: Values
    run: (call: Call, values: Values, context: Context, session: Session) => Promise<unknown>
    done: string
    /** Shows a result that cannot be read again. */
    result?: ResultDialog
  }
  actions?: RowAction<Row, Context>[]
}

type ResultDialog = (value: unknown, close: () => void) => ComponentChildren

type Open<Row, Context> =
  | { kind: 'create' }
  | { kind: 'result'; value: unknown; show: ResultDialog }
  | { kind: 'action'; action: RowAction<Row, Context>; row: Row }

export function ResourcePage<Row extends { id: string }, Context = undefined>({ resource }: { resource: Resource<Row, Context> }) {
  const session = useSession()
  const { call, access } = session
  const { context, filters, isFiltered, list } = useResource(resource)
  const [open, setOpen] = useState<Open<Row, Context> | null>(null)
  const { create, actions } = resource
  const canCreate = create !== undefined && access(create.operation) === 'allowed'
  const isReady = context !== undefined || resource.context === undefined
  const openCreate = () => setOpen({ kind: 'create' })
  useCreateShortcut(canCreate && isReady ? openCreate : undefined)
  // After the form is closed.
  const showResult = (value: unknown, show: ResultDialog) => void setTimeout(() => setOpen({ kind: 'result', value, show }))
  const perform = async (action: RowAction<Row, Context>, row: Row, values: Values = {}) => {
    const value = await action.run?.(call, row, values, context as Context)
    const { undo } = action
    notify(action.done ?? 'Saved', 'done', undo && { label: 'Undo', run: () => undo(call, row).then(list.reload) })
    list.reload()
    if (action.result) showResult(value, action.result)
  }
  const onCreated = (value: unknown) => {
    notify(create?.done ?? 'Created')
    list.reload()
    if (create?.result) showResult(value, create.result)
  }
  return (
    <>
      <PageHeader title={resource.title} description={resource.description}>
        {resource.headerActions?.(session)}
        {canCreate && (
          <Button kind="primary" icon="plus" disabled={!isReady} onClick={openCreate}>
            {create.label}
          </Button>
        )}
      </PageHeader>
      <FilterBar search={resource.search} filters={filters} />
      <Table<Row>
        label={resource.title}
        list={list}
        columns={resource.columns}
        nameOf={resource.nameOf}
        actions={actions && ((row) => <RowMenu {...{ resource, row, perform }} onOpen={setOpen} />)}
        empty={<Empty resource={resource} isFiltered={isFiltered} />}
      />
      {open && (
        <OpenDialog
          open={open}
          resource={resource}
          context={context as Context}
          onClose={() => setOpen(null)}
          onCreated={onCreated}
          perform={perform}
        />
      )}
    </>
  )
}

interface RowMenuProps<Row extends { id: string }, Context> {
  resource: Resource<Row, Context>
  row: Row
  perform: (action: RowAction<Row, Context>, row: Row) => Promise<void>
  onOpen: (open: Open<Row, Context>) => void
}

function RowMenu<Row extends { id: string }, Context>({ resource, row, perform, onOpen }: RowMenuProps<Row, Context>) {
  const { access } = useSession()
  const available = (resource.actions ?? []).filter(({ operation, isFor }) => access(operation) === 'allowed' && (isFor?.(row) ?? true))
  const items = available.map((action) => ({
    label: action.label,
    isDangerous: action.isDangerous ?? false,
    run: () => (action.confirm || action.form || action.view ? onOpen({ kind: 'action', action, row }) : perform(action, row)),
  }))
  return <Menu label={`Actions of ${resource.nameOf(row)}`} actions={items} />
}

/** The rows that match the filters of the address. */
function useResource<Row extends { id: string }, Context>(resource: Resource<Row, Context>) {
  const session = useSession()
  const [query] = useQuery()
  const context = useLoad('context', async () => resource.context?.(session.call, session))
  const filters = resource.filters?.(context.value) ?? []
  const chosen = Object.fromEntries(
    ['search', ...filters.map(({ name }) => name)].flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
  )
  const list = useList<Row>(JSON.stringify(chosen), resource.paging, (page, signal) =>
    resource.load(session.call, { ...chosen, ...page } as Record<string, string> & PageQuery, session, signal),
  )
  return { context: context.value, filters, isFiltered: Object.keys(chosen).length > 0, list }
}

/** "UTM templates" stays as it is. */
const lowerFirst = (title: string) => (/^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title)

type EmptyProps = { resource: Pick<Resource<never>, 'title' | 'icon' | 'empty'>; isFiltered: boolean }

const Empty = ({ resource: { title, icon, empty }, isFiltered }: EmptyProps) =>
  isFiltered ? (
    <EmptyState icon="search" title="Nothing matches these filters" />
  ) : (
    <EmptyState icon={icon} title={`No ${lowerFirst(title)} yet`} text={empty} />
  )

interface OpenDialogProps<Row extends { id: string }, Context> {
  open: Open<Row, Context>
  resource: Resource<Row, Context>
  context: Context
  onClose: () => void
  onCreated: (value: unknown) => void
  perform: (action: RowAction<Row, Context>, row: Row, values?: Values) => Promise<void>
}

function OpenDialog<Row extends { id: string }, Context>(props: OpenDialogProps<Row, Context>) {
  const { open, resource, context, onClose, onCreated, perform } = props
  const session = useSession()
  const { create } = resource
  if (open.kind === 'result') return <>{open.show(open.value, onClose)}</>
  if (open.kind === 'create')
    return create ? (
      <FormDialog
        title={create.label}
        fields={create.fields(context)}
        initial={create.initial ?? {}}
        action={create.label}
        onClose={onClose}
        onSubmit={(values) => create.run(session.call, values, context, session).then(onCreated)}
      />
    ) : null
  const { action, row } = open
  if (action.view) return <>{action.view(row, onClose)}</>
  if (action.form)
    return (
      <FormDialog
        title={`${action.label}: ${resource.nameOf(row)}`}
        fields={action.form.fields(context, row)}
        initial={action.form.initial?.(row) ?? {}}
        action={action.form.action}
        onClose={onClose}
        onSubmit={(values) => perform(action, row, values)}
      />
    )
  return (
    <ConfirmDialog
      title={`${action.label}: ${resource.nameOf(row)}`}
      text={action.confirm?.(row) ?? ''}
      action={action.label}
      onClose={onClose}
      onConfirm={() => perform(action, row)}
    />
  )
}
