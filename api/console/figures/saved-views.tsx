/** Named states of a page. The state is its address, so a saved view is a name and a query; they are kept in this browser. */
import { useState } from 'preact/hooks'
import { FormDialog } from '../kit/form.js'
import { Menu } from '../kit/menu.js'
import { notify } from '../kit/toast.js'
import { navigate, useAddress } from '../shell/router.js'
import { useSession } from '../shell/session.js'

interface SavedView {
  name: string
  query: string
}

const nameField = { name: 'name', label: 'Name', isRequired: true, placeholder: 'Newsletter in Germany' }

export function SavedViews({ page }: { page: string }) {
  const { workspace, href } = useSession()
  const { query } = useAddress()
  const key = `console views ${workspace.id} ${page}`
  const [views, setViews] = useState(() => readViews(key))
  const [isNaming, setIsNaming] = useState(false)
  const store = (next: SavedView[]) => {
    localStorage.setItem(key, JSON.stringify(next))
    setViews(next)
  }
  const current = query.toString()
  const shown = views.find((view) => view.query === current)
  const remove = ({ name }: SavedView) => {
    store(views.filter((view) => view.name !== name))
    notify(`${name} removed`, 'done', { label: 'Undo', run: () => store(views) })
  }
  return (
    <>
      <Menu
        label="Saved views"
        icon="saved"
        text={shown?.name ?? 'Views'}
        actions={[
          ...views.map((view) => ({ label: view.name, run: () => navigate(`${href(page)}?${view.query}`) })),
          { label: 'Save this view', run: () => setIsNaming(true) },
          ...(shown ? [{ label: `Remove ${shown.name}`, isDangerous: true, run: () => remove(shown) }] : []),
        ]}
      />
      {isNaming && (
        <FormDialog
          title="Save this view"
          fields={[nameField]}
          action="Save"
          onClose={() => setIsNaming(false)}
          onSubmit={async (values) => {
            const name = String(values.name).trim()
            store([...views.filter((view) => view.name !== name), { name, query: current }])
            notify('View saved')
          }}
        />
      )}
    </>
  )
}

function readViews(key: string): SavedView[] {
  const isView = (value: unknown): value is SavedView =>
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    'query' in value &&
    typeof value.name === 'string' &&
    typeof value.query === 'string'
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isView) : []
  } catch {
    return []
  }
}
