/** Named states of a page. The state is its address, so a saved view is a name and a query; the service stores them for the user. */
import { useState } from 'preact/hooks'
import type { Call } from '../api-client.js'
import { FormDialog } from '../kit/form-dialog.js'
import { Menu } from '../kit/menu.js'
import { notify } from '../kit/toast.js'
import { useLoad } from '../kit/use-load.js'
import { navigate, useAddress } from '../shell/router.js'
import { useSession } from '../shell/session.js'
import { takeOverViews } from './take-over-views.js'

interface View {
  name: string
  query: string
}

const nameField = { name: 'name', label: 'Name', isRequired: true, placeholder: 'Newsletter in Germany' }
const save = (call: Call, page: string, { name, query }: View) => call('saveView', { body: { page, name, query } })

export function SavedViews({ page }: { page: string }) {
  const { call, workspace, href } = useSession()
  const { query } = useAddress()
  const [isNaming, setIsNaming] = useState(false)
  const { value: views = [], reload } = useLoad(page, async (signal) => {
    await takeOverViews(`console views ${workspace.id} ${page}`, (view) => save(call, page, view))
    return call('listSavedViews', { query: { page } }, signal)
  })
  // The progress of a job is no part of a view.
  const current = new URLSearchParams([...query].filter(([field]) => field !== 'job')).toString()
  const shown = views.find((view) => view.query === current)
  const remove = async (view: View & { id: string }) => {
    await call('deleteSavedView', { params: { id: view.id } })
    reload()
    notify(`${view.name} removed`, 'done', { label: 'Undo', run: () => save(call, page, view).then(reload) })
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
          onSubmit={async ({ name }) => {
            await save(call, page, { name: String(name), query: current })
            notify('View saved')
            reload()
          }}
        />
      )}
    </>
  )
}
