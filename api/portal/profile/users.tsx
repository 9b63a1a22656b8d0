/** Who may act for the partner, and who is invited to. */
import { useState } from 'preact/hooks'
import type { Output } from '../../console/api-client.js'
import { Button } from '../../console/kit/button.js'
import { FormDialog } from '../../console/kit/form-dialog.js'
import type { Field } from '../../console/kit/form-values.js'
import { formatName } from '../../console/kit/format.js'
import { Menu } from '../../console/kit/menu.js'
import { type RowAction, useRowActions } from '../../console/kit/row-actions.js'
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
  const { actionsOf, dialog } = useRowActions({
    actions: actionsFor(portal),
    context: undefined,
    nameOf: ({ email }) => email,
    onDone: list.reload,
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
        actions={(row) => <Menu label={`Actions of ${row.email}`} actions={actionsOf(row)} />}
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
      {dialog}
    </section>
  )
}

/** Everyone may leave; owners change and remove others. */
function actionsFor({ user, reload }: Portal): RowAction<Row, undefined>[] {
  const isOther = ({ id, isInvite }: Row) => !isInvite && id !== user.id
  const change = (role: Role): RowAction<Row, undefined> => ({
    label: `Make ${role}`,
    operation: 'changePartnerRole',
    isFor: (row) => isOther(row) && row.role !== role,
    run: (call, { id }) => call('changePartnerRole', { body: { userId: id, role } }),
    done: 'Role changed',
  })
  return [
    {
      label: 'Withdraw',
      operation: 'withdrawPartnerUserInvite',
      isDangerous: true,
      isFor: ({ isInvite }) => isInvite,
      confirm: () => 'The link of the invite stops working.',
      run: (call, { email }) => call('withdrawPartnerUserInvite', { query: { email } }),
      done: 'Invite withdrawn',
    },
    {
      label: 'Leave this account',
      operation: 'removePartnerUser',
      isDangerous: true,
      isFor: ({ id }) => id === user.id,
      confirm: () => 'You no longer have access to this account. To return, you need an invite.',
      run: (call, { id }) => call('removePartnerUser', { query: { userId: id } }).then(reload),
      done: 'You left the account',
    },
    change('owner'),
    change('member'),
    {
      label: 'Remove',
      operation: 'changePartnerRole',
      isDangerous: true,
      isFor: isOther,
      confirm: ({ name, email }) => `${name ?? email} no longer has access to this account.`,
      run: (call, { id }) => call('removePartnerUser', { query: { userId: id } }),
      done: 'User removed',
    },
  ]
}
