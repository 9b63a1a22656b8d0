/** A page that lists objects of one kind, creates, changes and removes them. Most pages are a description for it. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Call, OperationId } from '../api-client.js'
import { useQuery } from '../shell/router.js'
import { type Session, useSession } from '../shell/session.js'
import { type BulkAction, BulkBar } from './bulk-bar.js'
import { Button } from './button.js'
import { useCreateShortcut } from './create-shortcut.js'
import { EmptyState } from './empty-state.js'
import { type Filter, FilterBar } from './filter-bar.js'
import { type Field, FormDialog, type Values } from './form.js'
import type { IconName } from './icon.js'
import { Menu } from './menu.js'
import { PageHeader } from './page-header.js'
import { type RowAction, useRowActions } from './row-actions.js'
import { type Column, Table } from './table.js'
import { notify } from './toast.js'
import { type PageQuery, type Paging, useList, useLoad } from './use-load.js'

export interface Resource<Row extends { id: string }, Context = undefined> {
  title: string
  description: string
  icon: IconName
  paging: Paging
  load: (call: Call, query: Record<string, string> & PageQuery, session: Session, signal: AbortSignal) => Promise<Row[]>
  /** Data that filters and forms need, such as the groups to choose from. */
  context?: (call: Call, session: Session) => Promise<Context>
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
    run: (call: Call, values: Values, context: Context, session: Session) => Promise<unknown>
    done: string
    /** Shows a result that cannot be read again. */
    result?: (value: unknown, close: () => void) => ComponentChildren
  }
  actions?: RowAction<Row, Context>[]
  /** What can be done with several rows. Without it, rows cannot be selected. */
  bulk?: BulkAction<Context>[]
  /** More controls beside the title. */
  tools?: (props: { onChanged: () => void }) => ComponentChildren
}

type Open = { kind: 'create' } | { kind: 'result'; value: unknown }

export function ResourcePage<Row extends { id: string }, Context = undefined>({ resource }: { resource: Resource<Row, Context> }) {
  const { access } = useSession()
  const { context, filters, isFiltered, list } = useResource(resource)
  const [open, setOpen] = useState<Open | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { create, actions, tools: Tools } = resource
  const bulk = (resource.bulk ?? []).filter(({ operation }) => access(operation) === 'allowed')
  const canCreate = create !== undefined && access(create.operation) === 'allowed'
  const isReady = context !== undefined || resource.context === undefined
  const openCreate = () => setOpen({ kind: 'create' })
  useCreateShortcut(canCreate && isReady ? openCreate : undefined)
  const rowActions = useRowActions({ actions: actions ?? [], context: context as Context, nameOf: resource.nameOf, onDone: list.reload })
  const menuOf = (row: Row) => <Menu label={`Actions of ${resource.nameOf(row)}`} actions={rowActions.actionsOf(row)} />
  const onCreated = (value: unknown) => {
    notify(create?.done ?? 'Created')
    list.reload()
    // After the form is closed.
    if (create?.result) setTimeout(() => setOpen({ kind: 'result', value }))
  }
  return (
    <>
      <PageHeader title={resource.title} description={resource.description}>
        {Tools && <Tools onChanged={list.reload} />}
        {canCreate && (
          <Button kind="primary" icon="plus" disabled={!isReady} onClick={openCreate}>
            {create.label}
          </Button>
        )}
      </PageHeader>
      <FilterBar search={resource.search} filters={filters} />
      <BulkBar selected={selected} actions={bulk} context={context as Context} onChange={setSelected} onDone={list.reload} />
      <Table<Row>
        label={resource.title}
        list={list}
        columns={resource.columns}
        nameOf={resource.nameOf}
        actions={actions && menuOf}
        selection={bulk.length > 0 ? { ids: selected, change: setSelected } : undefined}
        empty={<Empty resource={resource} isFiltered={isFiltered} />}
      />
      {open && (
        <OpenDialog open={open} resource={resource} context={context as Context} onClose={() => setOpen(null)} onCreated={onCreated} />
      )}
      {rowActions.dialog}
    </>
  )
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

type EmptyProps = { resource: Pick<Resource<never>, 'title' | 'icon' | 'empty'>; isFiltered: boolean }

const Empty = ({ resource: { title, icon, empty }, isFiltered }: EmptyProps) =>
  isFiltered ? (
    <EmptyState icon="search" title="Nothing matches these filters" />
  ) : (
    <EmptyState icon={icon} title={`No ${title.toLowerCase()} yet`} text={empty} />
  )

interface OpenDialogProps<Row extends { id: string }, Context> {
  open: Open
  resource: Resource<Row, Context>
  context: Context
  onClose: () => void
  onCreated: (value: unknown) => void
}

function OpenDialog<Row extends { id: string }, Context>(props: OpenDialogProps<Row, Context>) {
  const { open, resource, context, onClose, onCreated } = props
  const session = useSession()
  const { create } = resource
  if (!create) return null
  if (open.kind === 'result') return <>{create.result?.(open.value, onClose)}</>
  return (
    <FormDialog
      title={create.label}
      fields={create.fields(context)}
      initial={create.initial ?? {}}
      action={create.label}
      onClose={onClose}
      onSubmit={(values) => create.run(session.call, values, context, session).then(onCreated)}
    />
  )
}
