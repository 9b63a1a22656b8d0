import type { Output } from '../api-client.js'
import { bodyOf, changesOf, type Field, valuesOf, withoutEmpty } from '../kit/form-values.js'
import { formatName } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { SecretDialog } from '../kit/secret-dialog.js'
import { Badge, Time } from '../kit/texts.js'

type Token = Output<'listTokens'>[number]

const scopes = [
  'links.read',
  'links.write',
  'analytics.read',
  'customers.read',
  'customers.write',
  'conversions.write',
  'domains.read',
  'domains.write',
  'tags.read',
  'tags.write',
  'folders.read',
  'folders.write',
  'webhooks.read',
  'webhooks.write',
  'groups.read',
  'groups.write',
  'workspaces.read',
  'workspaces.write',
]
const name: Field = { name: 'name', label: 'Name', isRequired: true }
const scopeList: Field = {
  name: 'scopes',
  label: 'Permissions',
  type: 'list',
  choices: scopes.map((value) => ({ value, label: formatName(value) })),
  hint: 'Without a choice, the key may do what you may do.',
}
const newFields: Field[] = [
  name,
  {
    name: 'isMachine',
    label: 'Belongs to a machine, not to you',
    type: 'checkbox',
    hint: 'It keeps working when you leave the workspace.',
  },
  { name: 'expires', label: 'Expires', type: 'datetime-local' },
  scopeList,
]
const fields = [name, scopeList]

const resource: Resource<Token> = {
  title: 'API keys',
  description: 'Keys of programs that call the HTTP interface.',
  icon: 'keys',
  paging: 'none',
  load: (call, _query, _session, signal) => call('listTokens', {}, signal),
  nameOf: ({ name }) => name,
  columns: [
    {
      label: 'Key',
      cell: ({ name, partialKey }) => (
        <div class="two-lines">
          <strong>{name}</strong>
          <code class="muted">{partialKey}</code>
        </div>
      ),
    },
    { label: 'Permissions', cell: ({ scopes }) => <Badge>{scopes.length === 0 ? 'All' : `${scopes.length} chosen`}</Badge> },
    { label: 'User', cell: ({ user }) => (user.isMachine ? 'Machine' : (user.name ?? '')), isSecondary: true },
    { label: 'Last used', cell: ({ lastUsed }) => <Time at={lastUsed} />, isSecondary: true },
    { label: 'Expires', cell: ({ expires }) => <Time at={expires} />, isSecondary: true },
  ],
  empty: 'Create one to call the HTTP interface.',
  create: {
    label: 'Create key',
    operation: 'createToken',
    fields: () => newFields,
    run: (call, values) => call('createToken', { body: withoutEmpty(bodyOf(newFields, values)) }),
    done: 'Key created',
    result: (created, close) => (
      <SecretDialog title="New API key" secret={(created as Output<'createToken'>).token} onClose={close}>
        Send it as a bearer token.
      </SecretDialog>
    ),
  },
  actions: [
    {
      label: 'Edit',
      operation: 'updateToken',
      form: { fields: () => fields, initial: (token) => valuesOf(fields, token), action: 'Save' },
      run: (call, token, values) => {
        const changes = changesOf(fields, values, valuesOf(fields, token))
        return call('updateToken', { params: { id: token.id }, body: { name: token.name, ...changes } })
      },
    },
    {
      label: 'Delete',
      operation: 'deleteToken',
      isDangerous: true,
      confirm: () => 'Programs that use this key are refused from now on.',
      run: (call, { id }) => call('deleteToken', { params: { id } }),
      done: 'Key deleted',
    },
  ],
}

export const ApiKeysPage = () => <ResourcePage resource={resource} />
