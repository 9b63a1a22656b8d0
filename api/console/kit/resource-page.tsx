/** A page that lists objects of one kind, creates, changes and removes them. Most pages are a description for it. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Call, OperationId } from '../api-client.js'
import { useQuery } from '../shell/router.js'
import type { Session } from '../shell/session.js'
import { Button } from './button.js'
import { type Client, useClient } from './client.js'
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
}

/** `User` is what the client knows about its user. */
export interface Resource<Row extends { id: string }, Context = undefined, User extends Client = Session> {
  title: string
  description: string
  icon: IconName
  paging: Paging
  load: (call: Call, query: Record<string, string> & PageQuery, user: User, signal: AbortSignal) => Promise<Row[]>
  /** Data that filters and forms need, such as the groups to choose from. */
  context?: (call: Call, user: User) => Promise<Context>
  columns: Column<Row>[]
  nameOf: (row: Row) => string
  search?: string
  filters?: (context: Context | undefined) => Filter[]
  empty: string
  create?: {
    label: string
    operation: OperationId
    fields: (context: Context) => Field[]
    initial?: Values
    run: (call: Call, values: Values, context: Context, user: User) => Promise<unknown>
    done: string
    /** Shows a result that cannot be read again. */
    result?: (value: unknown, close: () => void) => ComponentChildren
  }
  actions?: RowAction<Row, Context>[]
}

type Open<Row, Context> =
  | { kind: 'create' }
  | { kind: 'result'; value: unknown }
  | { kind: 'action'; action: RowAction<Row, Context>; row: Row }

interface HasId {
  id: string
}
interface Props<Row extends HasId, Context, User extends Client> {
  resource: Resource<Row, Context, User>
}

export function ResourcePage<Row extends HasId, Context = undefined, User extends Client = Session>({
  resource,
}: Props<Row, Context, User>) {
  const { call, access } = useClient()
  const { context, filters, isFiltered, list } = useResource(resource)
  const [open, setOpen] = useState<Open<Row, Context> | null>(null)
  const { create, actions } = resource
  const canCreate = create !== undefined && access(create.operation) === 'allowed'
  const isReady = context !== undefined || resource.context === undefined
  useCreateShortcut(canCreate && isReady ? () => setOpen({ kind: 'create' }) : undefined)
  const perform = async (action: RowAction<Row, Context>, row: Row, values: Values = {}) => {
    await action.run?.(call, row, values, context as Context)
    notify(action.done ?? 'Saved')
    list.reload()
  }
  const menuOf = (row: Row) => {
    const available = (actions ?? []).filter(({ operation, isFor }) => access(operation) === 'allowed' && (isFor?.(row) ?? true))
    const items = available.map((action) => ({
      label: action.label,
      isDangerous: action.isDangerous ?? false,
      run: () => (action.confirm || action.form || action.view ? setOpen({ kind: 'action', action, row }) : perform(action, row)),
    }))
    return <Menu label={`Actions of ${resource.nameOf(row)}`} actions={items} />
  }
  const onCreated = (value: unknown) => {
    notify(create?.done ?? 'Created')
    list.reload()
    if (create?.result) setTimeout(() => setOpen({ kind: 'result', value })) // after the form is closed
  }
  return (
    <>
      <PageHeader title={resource.title} description={resource.description}>
        {canCreate && (
          <Button kind="primary" icon="plus" disabled={!isReady} onClick={() => setOpen({ kind: 'create' })}>
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
        actions={actions && menuOf}
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

/** The rows that match the filters of the address. */
function useResource<Row extends { id: string }, Context, User extends Client>(resource: Resource<Row, Context, User>) {
  const user = useClient() as User
  const [query] = useQuery()
  const context = useLoad('context', async () => resource.context?.(user.call, user))
  const filters = resource.filters?.(context.value) ?? []
  const chosen = Object.fromEntries(
    ['search', ...filters.map(({ name }) => name)].flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
  )
  const list = useList<Row>(JSON.stringify(chosen), resource.paging, (page, signal) =>
    resource.load(user.call, { ...chosen, ...page } as Record<string, string> & PageQuery, user, signal),
  )
  return { context: context.value, filters, isFiltered: Object.keys(chosen).length > 0, list }
}

type EmptyProps = { resource: Pick<Resource<never>, 'title' | 'icon' | 'empty'>; isFiltered: boolean }

const Empty = ({ resource: { title, icon, empty }, isFiltered }: EmptyProps) =>
  isFiltered ? (
    <EmptyState icon="search" title="Nothing matches these filters" />
  ) : (
    <EmptyState icon={icon} title={`No ${title.toLowerCase()} yet`} text={empty} />
  )

interface OpenDialogProps<Row extends { id: string }, Context, User extends Client> {
  open: Open<Row, Context>
  resource: Resource<Row, Context, User>
  context: Context
  onClose: () => void
  onCreated: (value: unknown) => void
  perform: (action: RowAction<Row, Context>, row: Row, values?: Values) => Promise<void>
}

function OpenDialog<Row extends { id: string }, Context, User extends Client>(props: OpenDialogProps<Row, Context, User>) {
  const { open, resource, context, onClose, onCreated, perform } = props
  const user = useClient() as User
  const { create } = resource
  if (open.kind === 'result') return <>{create?.result?.(open.value, onClose)}</>
  if (open.kind === 'create')
    return create ? (
      <FormDialog
        title={create.label}
        fields={create.fields(context)}
        initial={create.initial ?? {}}
        action={create.label}
        onClose={onClose}
        onSubmit={(values) => create.run(user.call, values, context, user).then(onCreated)}
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
