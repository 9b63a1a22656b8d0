/** Settings of the workspace and the account of the user. */
import { ErrorState, Placeholder } from '../kit/empty-state.js'
import { bodyOf, changesOf, type Field, type Values, valuesOf, withoutEmpty } from '../kit/form-values.js'
import { PageHeader } from '../kit/page-header.js'
import { SettingsForm } from '../kit/settings-form.js'
import { useLoad } from '../kit/use-load.js'
import { type User, useSession } from '../shell/session.js'

const workspaceFields: Field[] = [
  { name: 'name', label: 'Name', isRequired: true },
  { name: 'slug', label: 'Slug', isRequired: true, hint: 'Part of the address of this console.' },
  { name: 'conversionEnabled', label: 'Track leads and sales of new links', type: 'checkbox' },
  {
    name: 'attributionModel',
    label: 'Attribution',
    type: 'select',
    isRequired: true,
    choices: [
      { value: 'last_click', label: 'Last click' },
      { value: 'first_click', label: 'First click' },
    ],
  },
  { name: 'attributionWindowDays', label: 'Attribution window in days', type: 'number', min: 1, max: 3650, hint: 'Empty for no limit.' },
]
const userFields = ({ email, hasPassword }: User): Field[] => [
  { name: 'name', label: 'Name', isRequired: true },
  {
    name: 'email',
    label: 'Email',
    type: 'email',
    isRequired: email !== null,
    hint: 'You confirm a new address by a link that is sent to it.',
  },
  ...(hasPassword
    ? [
        {
          name: 'currentPassword',
          label: 'Current password',
          type: 'password' as const,
          hint: 'Only needed for another email address.',
        },
      ]
    : []),
]

export function SettingsPage() {
  const { call, user, access, workspace, reload: reloadSession } = useSession()
  const { value, error, reload } = useLoad(workspace.id, (signal) => call('getWorkspace', {}, signal))
  const canChange = access('updateWorkspace') === 'allowed'
  const ownFields = userFields(user)
  const saveUser = async (values: Values, before: Values) => {
    const { currentPassword } = bodyOf(ownFields, values)
    await call('updateUser', { body: withoutEmpty({ ...changesOf(ownFields, values, before), currentPassword }) })
    reloadSession()
  }
  const saveWorkspace = async (values: Values, before: Values) => {
    const changed = await call('updateWorkspace', { body: changesOf(workspaceFields, values, before) })
    // The address contains the slug, and every page shows the name.
    location.assign(`/console/${changed.slug}/settings`)
  }
  return (
    <>
      <PageHeader title="Settings" />
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder />}
      {!error && value && (
        <div class="settings">
          <SettingsForm
            title="Workspace"
            fields={workspaceFields}
            initial={valuesOf(workspaceFields, value)}
            canSave={canChange}
            onSave={saveWorkspace}
          />
          <SettingsForm
            title="Your account"
            fields={ownFields}
            initial={valuesOf(ownFields, { ...user })}
            canSave={access('updateUser') === 'allowed'}
            onSave={saveUser}
          />
        </div>
      )}
    </>
  )
}
