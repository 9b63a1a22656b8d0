/** Connections of an integration: where its webhooks arrive. */
import { useState } from 'preact/hooks'
import type { Output } from '../api-client.js'
import { Button, CopyButton } from '../kit/button.js'
import { ConfirmDialog } from '../kit/dialog.js'
import { EmptyState } from '../kit/empty-state.js'
import { FormDialog } from '../kit/form-dialog.js'
import { bodyOf, changesOf, type Field, type Values, withoutEmpty } from '../kit/form-values.js'
import { formatName } from '../kit/format.js'
import { Menu } from '../kit/menu.js'
import { Table } from '../kit/table.js'
import { Badge, Time, type Tone } from '../kit/texts.js'
import { notify } from '../kit/toast.js'
import { useList } from '../kit/use-load.js'
import { useSession } from '../shell/session.js'
import { ReceivedDialog } from './received.js'
import { changedSettings, settingFields, settingValues } from './settings.js'

type Provider = Output<'getIntegration'>
type Connection = Output<'listConnections'>[number]
type Open = { kind: 'create' } | { kind: 'edit' | 'received' | 'delete'; connection: Connection }

const tones: Record<Connection['status'], Tone> = { pending: 'waiting', active: 'good', paused: 'neutral', disconnected: 'bad' }

export function Connections({ provider, onChanged }: { provider: Provider; onChanged: () => void }) {
  const { call, access } = useSession()
  const [open, setOpen] = useState<Open | null>(null)
  const list = useList<Connection>(provider.slug, 'page', (page, signal) =>
    call('listConnections', { query: { ...page, providerSlug: provider.slug } }, signal),
  )
  const canWrite = access('createConnection') === 'allowed'
  const finish = (text: string) => {
    notify(text)
    list.reload()
    onChanged()
  }
  return (
    <section class="part">
      <header class="part-head">
        <h2>Connections</h2>
        {canWrite && (
          <Button kind="primary" icon="plus" onClick={() => setOpen({ kind: 'create' })}>
            Add connection
          </Button>
        )}
      </header>
      <Table<Connection>
        label="Connections"
        list={list}
        columns={columns}
        nameOf={({ name }) => name}
        actions={(connection) => <ConnectionMenu connection={connection} onOpen={setOpen} onChanged={finish} />}
        empty={<EmptyState icon="integrations" title="No connections yet" text={`Add one to receive events of ${provider.name}.`} />}
      />
      {open?.kind === 'received' && <ReceivedDialog connection={open.connection} onClose={() => setOpen(null)} />}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title={`Delete ${open.connection.name}?`}
          text="Events that are sent to its address are refused from now on."
          action="Delete"
          onClose={() => setOpen(null)}
          onConfirm={() => call('deleteConnection', { params: { id: open.connection.id } }).then(() => finish('Connection deleted'))}
        />
      )}
      {(open?.kind === 'create' || open?.kind === 'edit') && (
        <ConnectionForm
          provider={provider}
          connection={open.kind === 'edit' ? open.connection : null}
          onClose={() => setOpen(null)}
          onSaved={() => finish('Connection saved')}
        />
      )}
    </section>
  )
}

interface ConnectionMenuProps {
  connection: Connection
  onOpen: (open: Open) => void
  onChanged: (text: string) => void
}

function ConnectionMenu({ connection, onOpen, onChanged }: ConnectionMenuProps) {
  const { call, access } = useSession()
  const isPaused = connection.status === 'paused'
  const received = { label: 'Received events', run: () => onOpen({ kind: 'received', connection }) }
  const changes = [
    { label: 'Edit', run: () => onOpen({ kind: 'edit', connection }) },
    {
      label: isPaused ? 'Continue' : 'Pause',
      run: () =>
        call('updateConnection', { params: { id: connection.id }, body: { status: isPaused ? 'active' : 'paused' } }).then(() =>
          onChanged(isPaused ? 'Connection continues' : 'Connection paused'),
        ),
    },
    { label: 'Delete', isDangerous: true, run: () => onOpen({ kind: 'delete', connection }) },
  ]
  const actions = access('updateConnection') === 'allowed' ? [received, ...changes] : [received]
  return <Menu label={`Actions of ${connection.name}`} actions={actions} />
}

const columns = [
  { label: 'Connection', cell: ({ name }: Connection) => <strong>{name}</strong> },
  {
    label: 'Address for webhooks',
    cell: ({ webhookUrl }: Connection) => (
      <span class="copyable">
        <code>{webhookUrl}</code>
        <CopyButton text={webhookUrl} label="Copy the address" />
      </span>
    ),
  },
  { label: 'State', cell: ({ status }: Connection) => <Badge tone={tones[status]}>{formatName(status)}</Badge> },
  { label: 'Last event', cell: ({ lastDeliveryAt }: Connection) => <Time at={lastDeliveryAt} />, isSecondary: true },
]

interface ConnectionFormProps {
  provider: Provider
  connection: Connection | null
  onClose: () => void
  onSaved: () => void
}

function ConnectionForm({ provider, connection, onClose, onSaved }: ConnectionFormProps) {
  const { call } = useSession()
  const own: Field[] = [
    { name: 'name', label: 'Name', placeholder: provider.name },
    ...(provider.signingSecret
      ? [
          {
            name: 'signingSecret',
            label: provider.signingSecret,
            type: 'password' as const,
            hint: connection?.hasSigningSecret ? 'Leave empty to keep the stored one.' : undefined,
          },
        ]
      : []),
  ]
  const schema = provider.settingsSchema
  const save = (values: Values, before: Values) => {
    const settings = changedSettings(schema, values, before)
    return connection
      ? call('updateConnection', { params: { id: connection.id }, body: { ...changesOf(own, values, before), settings } })
      : call('createConnection', { body: { providerSlug: provider.slug, ...withoutEmpty(bodyOf(own, values)), settings } })
  }
  return (
    <FormDialog
      title={connection ? `Edit ${connection.name}` : `Connect ${provider.name}`}
      fields={[...own, ...settingFields(schema)]}
      initial={{ name: connection?.name ?? '', ...settingValues(schema, connection?.settings ?? provider.installed?.settings ?? {}) }}
      action={connection ? 'Save' : 'Add connection'}
      onClose={onClose}
      onSubmit={(values, before) => save(values, before).then(onSaved)}
    />
  )
}
