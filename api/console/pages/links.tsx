/** Links: the list with search, filters and bulk actions. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { urlOf } from '../api-client.js'
import { SavedViews } from '../figures/saved-views.js'
import { JobProgress } from '../jobs/job-progress.js'
import { Button } from '../kit/button.js'
import { useCreateShortcut } from '../kit/create-shortcut.js'
import { ConfirmDialog } from '../kit/dialog.js'
import { EmptyState } from '../kit/empty-state.js'
import { ExportButton } from '../kit/export-button.js'
import { formatUrl } from '../kit/format.js'
import { type Action, Menu } from '../kit/menu.js'
import { PageHeader } from '../kit/page-header.js'
import { Table } from '../kit/table.js'
import { notify } from '../kit/toast.js'
import { useList, useLoad } from '../kit/use-load.js'
import { useDeselect, useSelection } from '../kit/use-selection.js'
import { BulkActions } from '../links/bulk-actions.js'
import { linkColumns } from '../links/link-columns.js'
import { LinkDialog } from '../links/link-dialog.js'
import { LinkFilters, linkFilterNames } from '../links/link-filters.js'
import { loadOrganisation, type Organisation } from '../links/organisation.js'
import { QrDialog } from '../links/qr-dialog.js'
import { ShareDialog } from '../links/share-dialog.js'
import type { LinkSchema } from '../operations.js'
import { navigate, useQuery } from '../shell/router.js'
import { useSession } from '../shell/session.js'

type Open = { kind: 'create' } | { kind: 'edit' | 'qr' | 'share' | 'delete'; link: LinkSchema }

export function LinksPage() {
  const { call, access } = useSession()
  const [query, change] = useQuery()
  const [open, setOpen] = useState<Open | null>(null)
  const canWrite = access('createLink') === 'allowed'
  const organisation = useLoad('organisation', () => loadOrganisation(call))
  const filters = Object.fromEntries(linkFilterNames.flatMap((name) => (query[name] ? [[name, query[name]]] : [])))
  // Only the newest first can be read by cursor; other orders are read by page.
  const list = useList<LinkSchema>(JSON.stringify(filters), query.sortBy ? 'page' : 'cursor', (page, signal) =>
    call('getLinks', { query: { ...filters, ...page } }, signal),
  )
  const [selected, setSelected] = useSelection(list.rows)
  const create = canWrite ? () => setOpen({ kind: 'create' }) : undefined
  useCreateShortcut(create)
  const deselect = () => setSelected(new Set())
  useDeselect(selected, deselect)
  const finish = (text: string) => {
    notify(text)
    list.reload()
  }
  // The job is in the address, so that its progress survives a reload.
  const finishBulk = (job: string | null) => {
    deselect()
    if (job) change({ job })
    else list.reload()
  }
  const createButton = (label: string) =>
    create && (
      <Button kind="primary" icon="plus" onClick={create}>
        {label}
      </Button>
    )
  return (
    <>
      <PageHeader title="Links">
        <MoreActions filters={filters} canWrite={canWrite} />
        {createButton('Create link')}
      </PageHeader>
      <LinkFilters organisation={organisation} />
      {query.job && (
        <JobProgress id={query.job} onEnded={list.reload}>
          <Button onClick={() => change({ job: null })}>Close</Button>
        </JobProgress>
      )}
      {selected.size > 0 && <BulkActions ids={[...selected]} organisation={organisation.value} onDone={finishBulk} onCancel={deselect} />}
      <Table<LinkSchema>
        label="Links"
        list={list}
        columns={linkColumns}
        nameOf={({ shortLink }) => formatUrl(shortLink)}
        actions={(link) => <LinkMenu link={link} canWrite={canWrite} onOpen={setOpen} onChanged={list.reload} />}
        selection={canWrite ? { ids: selected, change: setSelected } : undefined}
        empty={<NoLinks isFiltered={Object.keys(filters).length > 0}>{createButton('Create the first link')}</NoLinks>}
      />
      {open && <OpenDialog open={open} organisation={organisation.value} onClose={() => setOpen(null)} onDone={finish} />}
    </>
  )
}

function MoreActions({ filters, canWrite }: { filters: Record<string, string>; canWrite: boolean }) {
  const { href, workspace } = useSession()
  return (
    <>
      <SavedViews page="links" />
      {canWrite && (
        <a class="button plain" href={href('links/bulk')}>
          Create many
        </a>
      )}
      <ExportButton url={urlOf('exportLinks', { query: { ...filters, interval: 'all' } }, workspace.id)} fileName="links.csv" />
    </>
  )
}

const NoLinks = ({ isFiltered, children }: { isFiltered: boolean; children: ComponentChildren }) =>
  isFiltered ? (
    <EmptyState icon="search" title="No link matches these filters" />
  ) : (
    <EmptyState icon="links" title="No links yet" text="A short link counts who follows it, and what they do next.">
      {children}
    </EmptyState>
  )

interface LinkMenuProps {
  link: LinkSchema
  canWrite: boolean
  onOpen: (open: Open) => void
  onChanged: () => void
}

function LinkMenu({ link, canWrite, onOpen, onChanged }: LinkMenuProps) {
  const { call, href } = useSession()
  const setArchived = async (archived: boolean) => {
    await call('updateLink', { params: { linkId: link.id }, body: { archived } })
    onChanged()
  }
  const archive = async () => {
    await setArchived(!link.archived)
    notify(link.archived ? 'Link restored' : 'Link archived', 'done', { label: 'Undo', run: () => setArchived(link.archived) })
  }
  const actions: Action[] = [
    { label: 'Analytics', run: () => navigate(`${href('analytics')}?linkId=${link.id}`) },
    { label: 'QR code', run: () => onOpen({ kind: 'qr', link }) },
    { label: 'Share analytics', run: () => onOpen({ kind: 'share', link }) },
  ]
  const changes: Action[] = [
    { label: 'Edit', run: () => onOpen({ kind: 'edit', link }) },
    { label: link.archived ? 'Restore' : 'Archive', run: archive },
    { label: 'Delete', isDangerous: true, run: () => onOpen({ kind: 'delete', link }) },
  ]
  return <Menu label={`Actions of ${formatUrl(link.shortLink)}`} actions={canWrite ? [...actions, ...changes] : actions} />
}

interface OpenDialogProps {
  open: Open
  organisation: Organisation | undefined
  onClose: () => void
  onDone: (text: string) => void
}

function OpenDialog({ open, organisation, onClose, onDone }: OpenDialogProps) {
  const { call } = useSession()
  switch (open.kind) {
    case 'create':
      return <LinkDialog organisation={organisation} onClose={onClose} onSaved={() => onDone('Link created')} />
    case 'edit':
      return <LinkDialog link={open.link} organisation={organisation} onClose={onClose} onSaved={() => onDone('Link saved')} />
    case 'qr':
      return <QrDialog shortLink={open.link.shortLink} onClose={onClose} />
    case 'share':
      return <ShareDialog subject={{ linkId: open.link.id }} name={formatUrl(open.link.shortLink)} onClose={onClose} />
    case 'delete':
      return (
        <ConfirmDialog
          title="Delete this link?"
          text={`${formatUrl(open.link.shortLink)} stops working, and its analytics are removed.`}
          action="Delete"
          onClose={onClose}
          onConfirm={() => call('deleteLink', { params: { linkId: open.link.id } }).then(() => onDone('Link deleted'))}
        />
      )
  }
}
