/** Platform administrators. */
import type { Output } from '../api-client.js'
import type { Field } from '../kit/form-values.js'
import { formatName } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Badge, Time } from '../kit/texts.js'
import type { Role } from '../shell/session.js'

type Administrator = Output<'listPlatformAdmins'>[number]

const roles: Role[] = ['viewer', 'member', 'billing', 'owner']
const role: Field = {
  name: 'role',
  label: 'Role',
  type: 'select',
  isRequired: true,
  choices: roles.map((value) => ({ value, label: formatName(value) })),
  hint: 'Owners may change everything; other roles may see the administration.',
}

const resource: Resource<Administrator> = {
  title: 'Administrators',
  description: 'Users who may use this section.',
  icon: 'shield',
  paging: 'none',
  load: (call, _query, _session, signal) => call('listPlatformAdmins', {}, signal),
  nameOf: ({ email, name, id }) => email ?? name ?? id,
  columns: [
    {
      label: 'User',
      cell: ({ name, email }) => (
        <div class="two-lines">
          <strong>{name ?? email}</strong>
          <span class="muted">{email}</span>
        </div>
      ),
    },
    { label: 'Role', cell: ({ role }) => <Badge>{formatName(role)}</Badge> },
    { label: 'By', cell: ({ isAppointed }) => (isAppointed ? 'Appointment' : 'Membership of the platform workspace'), isSecondary: true },
    { label: 'User since', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
  ],
  empty: 'Appoint a user, so that the admin key is not needed every day.',
  create: {
    label: 'Appoint administrator',
    operation: 'appointPlatformAdmin',
    fields: () => [{ name: 'email', label: 'Email address of the user', type: 'email', isRequired: true }, role],
    run: (call, { email, role }) => call('appointPlatformAdmin', { body: { email: String(email), role: role as Role } }),
    done: 'Administrator appointed',
  },
  actions: [
    {
      label: 'End appointment',
      operation: 'appointPlatformAdmin',
      isDangerous: true,
      isFor: ({ isAppointed, email }) => isAppointed && email !== null,
      confirm: ({ email }) => `${email} can no longer use the administration.`,
      run: (call, { email }) => call('appointPlatformAdmin', { body: { email: email ?? '', role: null } }),
      done: 'Appointment ended',
      undo: (call, { email, role }) => call('appointPlatformAdmin', { body: { email: email ?? '', role } }),
    },
  ],
}

export const AdministratorsPage = () => <ResourcePage resource={resource} />
