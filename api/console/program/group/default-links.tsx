/** Links that every partner of a group gets a copy of. */
import { useState } from 'preact/hooks'
import type { Output } from '../../api-client.js'
import { Button } from '../../kit/button.js'
import { EmptyState } from '../../kit/empty-state.js'
import { FormDialog } from '../../kit/form-dialog.js'
import type { Field, Values } from '../../kit/form-values.js'
import { formatUrl } from '../../kit/format.js'
import { Menu } from '../../kit/menu.js'
import { type RowAction, useRowActions } from '../../kit/row-actions.js'
import { Table } from '../../kit/table.js'
import { Time } from '../../kit/texts.js'
import { notify } from '../../kit/toast.js'
import { useList } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'

type DefaultLink = Output<'listDefaultLinks'>[number]

const fields: Field[] = [{ name: 'url', label: 'Destination', type: 'url', isRequired: true, placeholder: 'https://acme.example/pricing' }]

const actions: RowAction<DefaultLink, string>[] = [
  {
    label: 'Edit',
    operation: 'updateDefaultLink',
    form: { fields: () => fields, initial: ({ url }) => ({ url }), action: 'Save' },
    run: (call, { id }, { url }, groupId) =>
      call('updateDefaultLink', { params: { groupIdOrSlug: groupId, defaultLinkId: id }, body: { url: String(url) } }),
    done: 'Saved. The copies of the partners follow.',
  },
  {
    label: 'Delete',
    operation: 'deleteDefaultLink',
    isDangerous: true,
    confirm: () => 'Its copies stay as ordinary links of the partners.',
    run: (call, { id }, _, groupId) => call('deleteDefaultLink', { params: { groupIdOrSlug: groupId, defaultLinkId: id } }),
    done: 'Default link deleted',
  },
]

export function DefaultLinks({ groupId }: { groupId: string }) {
  const { call, access } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const list = useList<DefaultLink>(groupId, 'none', (_, signal) =>
    call('listDefaultLinks', { params: { groupIdOrSlug: groupId } }, signal),
  )
  const { actionsOf, dialog } = useRowActions({ actions, context: groupId, nameOf: ({ url }) => formatUrl(url), onDone: list.reload })
  const add = async ({ url }: Values) => {
    await call('createDefaultLink', { params: { groupIdOrSlug: groupId }, body: { url: String(url) } })
    notify('Default link added. Every partner gets a copy.')
    list.reload()
  }
  return (
    <>
      {access('createDefaultLink') === 'allowed' && (
        <div class="filters">
          <Button icon="plus" onClick={() => setIsOpen(true)}>
            Add default link
          </Button>
        </div>
      )}
      <Table<DefaultLink>
        label="Default links"
        list={list}
        columns={[
          { label: 'Destination', cell: ({ url }) => <strong>{formatUrl(url)}</strong> },
          { label: 'Domain', cell: ({ domain }) => domain, isSecondary: true },
          { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
        ]}
        actions={(row) => <Menu label={`Actions of ${formatUrl(row.url)}`} actions={actionsOf(row)} />}
        empty={<EmptyState icon="links" title="No default links" text="Every partner of the group gets a copy of each." />}
      />
      {isOpen && <FormDialog title="Add default link" fields={fields} action="Add" onClose={() => setIsOpen(false)} onSubmit={add} />}
      {dialog}
    </>
  )
}
