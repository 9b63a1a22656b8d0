/** The workspaces of the user, and a new one. */
import { useState } from 'preact/hooks'
import { FormDialog } from '../kit/form-dialog.js'
import type { Field } from '../kit/form-values.js'
import { Menu } from '../kit/menu.js'
import { navigate } from './router.js'
import { useSession } from './session.js'

const fields: Field[] = [
  { name: 'name', label: 'Name', isRequired: true },
  { name: 'slug', label: 'Slug', isRequired: true, hint: 'Part of the address: lower-case letters, digits and hyphens.' },
]

export function WorkspaceSwitcher() {
  const { workspace, workspaces, call } = useSession()
  const [isCreating, setIsCreating] = useState(false)
  return (
    <>
      <Menu
        label="Switch workspace"
        icon="chevron"
        text={workspace.name}
        actions={[
          ...workspaces.map(({ id, name, slug }) => ({
            label: id === workspace.id ? `${name} (current)` : name,
            run: () => navigate(`/console/${slug}`),
          })),
          { label: 'Create workspace', run: () => setIsCreating(true) },
        ]}
      />
      {isCreating && (
        <FormDialog
          title="Create workspace"
          fields={fields}
          action="Create workspace"
          onClose={() => setIsCreating(false)}
          onSubmit={async ({ name, slug }) => {
            const created = await call('createWorkspace', { body: { name: String(name), slug: String(slug).trim().toLowerCase() } })
            // The list of workspaces is loaded with the page.
            location.assign(`/console/${created.slug}`)
          }}
        />
      )}
    </>
  )
}
