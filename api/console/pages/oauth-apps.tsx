/** OAuth apps of the workspace, and the apps that members allowed to act for them. */
import type { Call, Output } from '../api-client.js'
import { CopyButton } from '../kit/button.js'
import { ConfirmButton } from '../kit/confirm-button.js'
import { EmptyState } from '../kit/empty-state.js'
import { bodyOf, changedIn, type Field, type Values, valuesOf, withoutEmpty } from '../kit/form-values.js'
import { formatUrl } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { SecretDialog } from '../kit/secret-dialog.js'
import { Table } from '../kit/table.js'
import { Badge, Time } from '../kit/texts.js'
import { notify } from '../kit/toast.js'
import { useList } from '../kit/use-load.js'
import { useSession } from '../shell/session.js'

type App = Output<'listOauthApps'>[number]
type Installation = Output<'listInstallations'>[number]

const fields: Field[] = [
  { name: 'name', label: 'Name', isRequired: true },
  { name: 'slug', label: 'Slug', isRequired: true, hint: 'Lower-case letters, digits and hyphens.' },
  { name: 'developer', label: 'Developer', isRequired: true },
  { name: 'website', label: 'Website', type: 'url', isRequired: true },
  { name: 'redirectUris', label: 'Redirect addresses', type: 'textarea', isRequired: true, hint: 'One per line.' },
  { name: 'description', label: 'Description', type: 'textarea' },
  { name: 'pkce', label: 'Allow PKCE without a client secret', type: 'checkbox' },
]

const valuesOfApp = (app: App) => ({ ...valuesOf(fields, app), redirectUris: app.redirectUris.join('\n') })
const inputOf = (values: Values) => {
  const uris = typeof values.redirectUris === 'string' ? values.redirectUris : ''
  return { ...bodyOf(fields, values), redirectUris: uris.split(/\s+/).filter(Boolean) }
}
const showSecret = (app: unknown, close: () => void) => (
  <SecretDialog title="Client secret" secret={(app as Output<'createOauthApp'>).clientSecret} onClose={close}>
    Your app authenticates with it.
  </SecretDialog>
)

const resource: Resource<App> = {
  title: 'OAuth apps',
  description: 'Apps that act for people in their workspaces, with their consent.',
  icon: 'apps',
  paging: 'none',
  load: (call, _query, _session, signal) => call('listOauthApps', {}, signal),
  nameOf: ({ name }) => name,
  columns: [
    {
      label: 'App',
      cell: ({ name, website, verified }) => (
        <div class="two-lines">
          <strong>
            {name} {verified && <Badge tone="good">Verified</Badge>}
          </strong>
          <span class="muted">{formatUrl(website)}</span>
        </div>
      ),
    },
    {
      label: 'Client ID',
      cell: ({ clientId }) => (
        <>
          <code>{clientId}</code>
          <CopyButton text={clientId} label="Copy the client ID" />
        </>
      ),
      isSecondary: true,
    },
    { label: 'Secret', cell: ({ partialClientSecret }) => <code>{partialClientSecret}</code>, isSecondary: true },
    { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
  ],
  empty: 'Create one to let other workspaces connect with your product.',
  create: {
    label: 'Create app',
    operation: 'createOauthApp',
    fields: () => fields,
    run: (call, values) => call('createOauthApp', { body: withoutEmpty(inputOf(values)) }),
    done: 'App created',
    result: showSecret,
  },
  actions: [
    {
      label: 'Edit',
      operation: 'updateOauthApp',
      form: {
        fields: () => fields,
        initial: valuesOfApp,
        action: 'Save',
      },
      run: (call, app, values) =>
        call('updateOauthApp', { params: { id: app.id }, body: changedIn(inputOf(values), inputOf(valuesOfApp(app))) }),
    },
    {
      label: 'New secret',
      operation: 'rotateOauthAppSecret',
      confirm: () => 'The current client secret is refused from now on.',
      run: (call, { id }) => call('rotateOauthAppSecret', { params: { id } }),
      result: showSecret,
      done: 'Secret replaced',
    },
    {
      label: 'Delete',
      operation: 'deleteOauthApp',
      isDangerous: true,
      confirm: () => 'All its access ends now.',
      run: (call, { id }) => call('deleteOauthApp', { params: { id } }),
      done: 'App deleted',
    },
  ],
}

export function OauthAppsPage() {
  const { access } = useSession()
  return (
    <>
      <ResourcePage resource={resource} />
      {access('listInstallations') === 'allowed' && <Installations />}
    </>
  )
}

function Installations() {
  const { call, access } = useSession()
  const list = useList<Installation>('installations', 'none', (_, signal) => call('listInstallations', {}, signal))
  return (
    <section class="part">
      <h2>Apps with access to this workspace</h2>
      <Table<Installation>
        label="Apps with access"
        list={list}
        columns={[
          { label: 'App', cell: ({ app }) => <strong>{app.name}</strong> },
          { label: 'Allowed by', cell: ({ user }) => user.name, isSecondary: true },
          { label: 'Permissions', cell: ({ scopes }) => scopes.join(', '), isSecondary: true },
          { label: 'Last used', cell: ({ lastUsed }) => <Time at={lastUsed} /> },
        ]}
        actions={
          access('removeInstallation') === 'allowed'
            ? ({ id, app }) => (
                <ConfirmButton
                  label="End access"
                  kind="quiet"
                  title={`End the access of ${app.name}?`}
                  text="Its tokens are refused from now on."
                  onConfirm={() => endAccess(call, id).then(list.reload)}
                />
              )
            : undefined
        }
        empty={<EmptyState icon="apps" title="No app has access" />}
      />
    </section>
  )
}

async function endAccess(call: Call, id: string): Promise<void> {
  await call('removeInstallation', { params: { id } })
  notify('Access ended')
}
