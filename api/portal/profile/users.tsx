/** Who may act for the partner, and who is invited to. */
import { useState } from 'preact/hooks'
import type { Output } from '../../console/api-client.js'
import { Button } from '../../console/kit/button.js'
import { FormDialog } from '../../console/kit/form-dialog.js'
import type { Field } from '../../console/kit/form-values.js'
import { formatName } from '../../console/kit/format.js'
import { type Action, Menu } from '../../console/kit/menu.js'
import { type Column, Table } from '../../console/kit/table.js'
import { Badge, Time } from '../../console/kit/texts.js'
import { notify } from '../../console/kit/toast.js'
import { useList } from '../../console/kit/use-load.js'
import { type Portal, usePortal } from '../shell/portal.js'

type User = Output<'listPartnerUsers'>[number]
type Role = User['role']
/** A user, or an invite to an address. */
interface Row {
  id: string
  email: string
  name: string | null
  role: Role
  createdAt: string
  isInvite: boolean
}

const roles: { value: Role; label: string }[] = [
  { value: 'member', label: 'Member: sees everything' },
  { value: 'owner', label: 'Owner: may also change the account' },
]
const inviteFields: Field[] = [
  { name: 'email', label: 'Email', type: 'email', isRequired: true },
  { name: 'role', label: 'Role', type: 'select', isRequired: true, choices: roles },
]
const columns: Column<Row>[] = [
  {
    label: 'User',
    cell: ({ name, email, isInvite }) => (
      <div class="two-lines">
        <strong>
          {name ?? email} {isInvite && <Badge tone="waiting">Invited</Badge>}
        </strong>
        {name && <span class="muted">{email}</span>}
      </div>
    ),
  },
  { label: 'Role', cell: ({ role }) => formatName(role) },
  { label: 'Since', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
]

export function Users() {
  const portal = usePortal()
  const { call, access } = portal
  const list = useList<Row>('users', 'none', async (_, signal) => {
    const [users, invites] = await Promise.all([call('listPartnerUsers', {}, signal), call('listPartnerUserInvites', {}, signal)])
    return [
      ...users.map(({ id, email, name, role, createdAt }) => ({ id, email: email ?? '', name, role, createdAt, isInvite: false })),
      ...invites.map(({ email, role, createdAt }) => ({ id: email, email, name: null, role, createdAt, isInvite: true })),
    ]
  })
  const [isInviting, setIsInviting] = useState(false)
  return (
    <section class="below" aria-label="Users">
      <header class="card-head">
        <h2>Users</h2>
        {access('invitePartnerUser') === 'allowed' && (
          <Button icon="plus" onClick={() => setIsInviting(true)}>
            Invite
          </Button>
        )}
      </header>
      <Table<Row>
        label="Users"
        list={list}
        columns={columns}
        nameOf={({ email }) => email}
        actions={(row) => <Menu label={`Actions of ${row.email}`} actions={actionsOf(portal, row, list.reload)} />}
        empty={null}
      />
      {isInviting && (
        <FormDialog
          title="Invite a person"
          fields={inviteFields}
          action="Send invite"
          onClose={() => setIsInviting(false)}
          onSubmit={async ({ email, role }) => {
            await call('invitePartnerUser', { body: { email: String(email), role: role as Role } })
            notify('Invite sent')
            list.reload()
          }}
        />
      )}
    </section>
  )
}

/** Everyone may leave; owners change and remove others. */
function actionsOf({ call, access, user, reload }: Portal, row: Row, reloadList: () => void): Action[] {
  const other: Role = row.role === 'owner' ? 'member' : 'owner'
  const run = (request: () => Promise<unknown>, done: string) => async () => {
    await request()
    notify(done)
    reloadList()
  }
  if (row.isInvite) {
    const withdraw = run(() => call('withdrawPartnerUserInvite', { query: { email: row.email } }), 'Invite withdrawn')
    return access('withdrawPartnerUserInvite') === 'allowed' ? [{ label: 'Withdraw', isDangerous: true, run: withdraw }] : []
  }
  const remove = () => call('removePartnerUser', { query: { userId: row.id } })
  if (row.id === user.id)
    return [
      {
        label: 'Leave this account',
        isDangerous: true,
        run: async () => {
          await remove()
          reload()
        },
      },
    ]
  if (access('changePartnerRole') !== 'allowed') return []
  return [
    { label: `Make ${other}`, run: run(() => call('changePartnerRole', { body: { userId: row.id, role: other } }), 'Role changed') },
    { label: 'Remove', isDangerous: true, run: run(remove, 'User removed') },
  ]
}
