/** A page that lists objects of one kind, creates, changes and removes them. Most pages are a description for it. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Call, OperationId } from '../api-client.js'
import { useQuery } from '../shell/router.js'
import type { Session } from '../shell/session.js'
import { type BulkAction, BulkBar } from './bulk-bar.js'
import { Button } from './button.js'
import { type Client, useClient } from './client.js'
import { useCreateShortcut } from './create-shortcut.js'
import { EmptyState, ErrorState } from './empty-state.js'
import { type Filter, FilterBar } from './filter-bar.js'
import { FormDialog } from './form-dialog.js'
import type { FormFields, Values } from './form-values.js'
import type { IconName } from './icon.js'
import { Menu } from './menu.js'
import { PageHeader } from './page-header.js'
import { type RowAction, useRowActions } from './row-actions.js'
import { type Column, Table } from './table.js'
import { notify } from './toast.js'
import { type PageQuery, type Paging, useList, useLoad } from './use-load.js'
import { useSelection } from './use-selection.js'

/** `User` is what the client knows about its user. */
export interface Resource<Row extends { id: string }, Context = undefined, User extends Client = Session> {
  title: string
  /** What the rows are, where the title does not say it. */
  objects?: string
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
    fields: (context: Context) => FormFields
    initial?: Values
    run: (call: Call, values: Values, context: Context, user: User) => Promise<unknown>
    done: string
    /** Shows a result that cannot be read again. */
    result?: (value: unknown, close: () => void) => ComponentChildren
  }
  actions?: RowAction<Row, Context>[]
  /** What can be done with several rows. Without it, rows cannot be selected. */
  bulk?: BulkAction<Context>[]
  /** More controls beside the title. */
  tools?: (props: { onChanged: () => void }) => ComponentChildren
  /** Shown above the filters. */
  summary?: (props: { onChanged: () => void }) => ComponentChildren
}

interface HasId {
  id: string
}
interface Props<Row extends HasId, Context, User extends Client> {
  resource: Resource<Row, Context, User>
}

export function ResourcePage<Row extends HasId, Context = undefined, User extends Client = Session>({
  resource,
}: Props<Row, Context, User>) {
  const { access } = useClient()
  const { context, filters, isFiltered, list } = useResource(resource)
  const [isCreating, setIsCreating] = useState(false)
  const [result, setResult] = useState<ComponentChildren>(null)
  const { create, actions, nameOf, tools: Tools, summary: Summary } = resource
  const canCreate = create !== undefined && access(create.operation) === 'allowed'
  const isReady = context.value !== undefined || resource.context === undefined
  const startCreating = () => setIsCreating(true)
  useCreateShortcut(canCreate && isReady ? startCreating : undefined)
  const { actionsOf, dialog } = useRowActions({ actions: actions ?? [], context: context.value as Context, nameOf, onDone: list.reload })
  const [selected, setSelected] = useSelection(list.rows)
  const bulk = (resource.bulk ?? []).filter(({ operation }) => access(operation) === 'allowed')
  const onCreated = (value: unknown) => {
    notify(create?.done ?? 'Created')
    list.reload()
    setResult(create?.result?.(value, () => setResult(null)) ?? null)
  }
  return (
    <>
      <PageHeader title={resource.title} description={resource.description}>
        {Tools && <Tools onChanged={list.reload} />}
        {canCreate && (
          <Button kind="primary" icon="plus" disabled={!isReady} onClick={startCreating}>
            {create.label}
          </Button>
        )}
      </PageHeader>
      {Summary && <Summary onChanged={list.reload} />}
      <FilterBar search={resource.search} filters={filters} />
      {context.error && <ErrorState error={context.error} onRetry={context.reload} />}
      {isReady && (
        <BulkBar selected={selected} actions={bulk} context={context.value as Context} onChange={setSelected} onDone={list.reload} />
      )}
      <Table<Row>
        label={resource.title}
        list={list}
        columns={resource.columns}
        nameOf={nameOf}
        actions={actions && ((row) => <Menu label={`Actions of ${nameOf(row)}`} actions={actionsOf(row)} />)}
        selection={bulk.length > 0 ? { ids: selected, change: setSelected } : undefined}
        empty={<Empty resource={resource} isFiltered={isFiltered} />}
      />
      {isCreating && (
        <CreateDialog resource={resource} context={context.value as Context} onClose={() => setIsCreating(false)} onCreated={onCreated} />
      )}
      {/* In place of what is entered in another form, it would be lost. */}
      {!isCreating && result}
      {isReady && dialog}
    </>
  )
}

/** The rows that match the filters of the address. */
function useResource<Row extends HasId, Context, User extends Client>(resource: Resource<Row, Context, User>) {
  const user = useClient() as User
  const [query] = useQuery()
  const context = useLoad('context', async () => resource.context?.(user.call, user))
  const filters = resource.filters?.(context.value) ?? []
  const chosen = Object.fromEntries(
    ['search', ...filters.map(({ name }) => name)].flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
  )
  // Only the newest first can be read by cursor; other orders are read by page.
  const paging = resource.paging === 'cursor' && chosen.sortBy ? 'page' : resource.paging
  const list = useList<Row>(JSON.stringify(chosen), paging, (page, signal) =>
    resource.load(user.call, { ...chosen, ...page } as Record<string, string> & PageQuery, user, signal),
  )
  return { context, filters, isFiltered: Object.keys(chosen).length > 0, list }
}

/** "UTM templates" stays as it is. */
const lowerFirst = (title: string) => (/^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title)

type EmptyProps = { resource: Pick<Resource<never>, 'title' | 'objects' | 'icon' | 'empty'>; isFiltered: boolean }

const Empty = ({ resource: { title, objects = lowerFirst(title), icon, empty }, isFiltered }: EmptyProps) =>
  isFiltered ? (
    <EmptyState icon="search" title="Nothing matches these filters" />
  ) : (
    <EmptyState icon={icon} title={`No ${objects} yet`} text={empty} />
  )

interface CreateDialogProps<Row extends HasId, Context, User extends Client> {
  resource: Resource<Row, Context, User>
  context: Context
  onClose: () => void
  onCreated: (value: unknown) => void
}

function CreateDialog<Row extends HasId, Context, User extends Client>(props: CreateDialogProps<Row, Context, User>) {
  const { resource, context, onClose, onCreated } = props
  const user = useClient() as User
  const { create } = resource
  if (!create) return null
  return (
    <FormDialog
      title={create.label}
      fields={create.fields(context)}
      initial={create.initial ?? {}}
      action={create.label}
      onClose={onClose}
      onSubmit={(values) => create.run(user.call, values, context, user).then(onCreated)}
    />
  )
}
