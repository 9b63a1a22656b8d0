/** Shares the analytics of a link or folder at an address that anyone can open, with a password if wanted. */
import { useState } from 'preact/hooks'
import type { Output } from '../api-client.js'
import { Button, CopyButton } from '../kit/button.js'
import { ConfirmButton } from '../kit/confirm-button.js'
import { Dialog } from '../kit/dialog.js'
import { ErrorState, Placeholder } from '../kit/empty-state.js'
import { Fields } from '../kit/fields.js'
import { FormError } from '../kit/form-error.js'
import type { Field, Values } from '../kit/form-values.js'
import { notify } from '../kit/toast.js'
import { useLoad } from '../kit/use-load.js'
import { useSubmit } from '../kit/use-submit.js'
import { useUnsaved } from '../shell/router.js'
import { useSession } from '../shell/session.js'

type Dashboard = NonNullable<Output<'getDashboardOfLink'>>
export type Subject = { linkId: string } | { folderId: string }

interface ShareDialogProps {
  subject: Subject
  name: string
  onClose: () => void
}

export function ShareDialog({ subject, name, onClose }: ShareDialogProps) {
  const { call, access } = useSession()
  const { value, error, reload } = useLoad(JSON.stringify(subject), async (signal) => ({
    dashboard:
      'linkId' in subject
        ? await call('getDashboardOfLink', { params: { linkId: subject.linkId } }, signal)
        : await call('getDashboardOfFolder', { params: { id: subject.folderId } }, signal),
  }))
  const canShare = access('createDashboard') === 'allowed'
  return (
    <Dialog title={`Share analytics of ${name}`} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder lines={3} />}
      {value?.dashboard && <Shared key={value.dashboard.updatedAt} dashboard={value.dashboard} onChanged={reload} />}
      {value && !value.dashboard && (
        <>
          <p class="muted spaced">
            {canShare
              ? 'Anyone with the address sees the figures, without signing in. You can end it at any time.'
              : 'They are not shared, and your role does not include sharing them.'}
          </p>
          {canShare && (
            <Button kind="primary" onClick={() => call('createDashboard', { query: subject }).then(reload)}>
              Share
            </Button>
          )}
        </>
      )}
    </Dialog>
  )
}

const fields: Field[] = [
  { name: 'password', label: 'Password', hint: 'Empty if the address is enough.' },
  { name: 'showConversions', label: 'Show leads and sales', type: 'checkbox' },
  { name: 'doIndex', label: 'Search engines may list it', type: 'checkbox' },
]

function Shared({ dashboard: { id, password, showConversions, doIndex }, onChanged }: { dashboard: Dashboard; onChanged: () => void }) {
  const { call, access } = useSession()
  const [stored] = useState<Values>({ password: password ?? '', showConversions, doIndex })
  const [values, setValues] = useState(stored)
  const address = `${location.origin}/share/${id}`
  const canChange = access('updateDashboard') === 'allowed'
  const form = useSubmit(async () => {
    const body = {
      password: typeof values.password === 'string' ? values.password : null,
      showConversions: values.showConversions === true,
      doIndex: values.doIndex === true,
    }
    await call('updateDashboard', { params: { id }, body })
    notify('Saved')
    onChanged()
  })
  useUnsaved(values !== stored && !form.isBusy)
  const end = async () => {
    await call('deleteDashboard', { params: { id } })
    notify('No longer shared')
    onChanged()
  }
  return (
    <>
      <p class="secret spaced">
        <a href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
        <CopyButton text={address} label="Copy the address" />
      </p>
      <form onSubmit={form.onSubmit}>
        <FormError error={form.error} />
        <fieldset class="plain" disabled={!canChange}>
          <Fields fields={fields} values={values} onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))} />
        </fieldset>
        {canChange && (
          <div class="downloads">
            <Button type="submit" kind="primary" disabled={form.isBusy}>
              Save
            </Button>
            <ConfirmButton
              label="End sharing"
              title="End sharing?"
              text="The address stops working. Sharing again makes a new one."
              onConfirm={end}
            />
          </div>
        )}
      </form>
    </>
  )
}
