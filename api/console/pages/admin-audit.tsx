/** What operators changed. */
import type { Output } from '../api-client.js'
import { urlOf } from '../api-client.js'
import { Dialog } from '../kit/dialog.js'
import { ExportButton } from '../kit/export-button.js'
import { formatName } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Time } from '../kit/texts.js'

type Entry = Output<'listAuditEntries'>[number]

const resource: Resource<Entry> = {
  title: 'Audit log',
  objects: 'changes',
  description: 'What operators changed, and from where.',
  icon: 'history',
  paging: 'cursor',
  tools: () => <ExportButton url={urlOf('exportAuditEntries', {}, null)} fileName="audit-entries.csv" />,
  load: (call, query, _, signal) => call('listAuditEntries', { query: { ...query } }, signal),
  nameOf: ({ operation, createdAt }) => `${formatName(operation)} ${createdAt}`,
  columns: [
    {
      label: 'Operation',
      cell: ({ operation, path }) => (
        <div class="two-lines">
          <strong>{formatName(operation)}</strong>
          <span class="muted">{path}</span>
        </div>
      ),
    },
    { label: 'By', cell: ({ email, userId }) => email ?? userId ?? 'Admin key' },
    { label: 'Address', cell: ({ address }) => address, isSecondary: true },
    { label: 'Time', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ],
  empty: 'Changes by operators appear here.',
  actions: [{ label: 'Details', operation: 'listAuditEntries', view: (entry, close) => <EntryDialog entry={entry} onClose={close} /> }],
}

export const AuditPage = () => <ResourcePage resource={resource} />

const EntryDialog = ({ entry, onClose }: { entry: Entry; onClose: () => void }) => (
  <Dialog title={formatName(entry.operation)} onClose={onClose}>
    <pre tabIndex={0}>{JSON.stringify(entry.input, null, 2)}</pre>
  </Dialog>
)
