/** Workspaces: plan and limits, and their end. */
import { useState } from 'preact/hooks'
import { AccountSearch } from '../administration/account-search.js'
import { Button } from '../kit/button.js'
import { ConfirmDialog } from '../kit/dialog.js'
import { FormDialog } from '../kit/form-dialog.js'
import { bodyOf, type Field, withoutEmpty } from '../kit/form-values.js'
import { formatName } from '../kit/format.js'
import { PageHeader } from '../kit/page-header.js'
import { notify } from '../kit/toast.js'
import { useQuery } from '../shell/router.js'
import { useSession } from '../shell/session.js'

const plans = ['free', 'pro', 'business', 'business plus', 'business extra', 'business max', 'advanced', 'enterprise']
const limits = ['usage', 'links', 'domains', 'tags', 'folders', 'users', 'partners', 'groups', 'partnerTags']
const fields: Field[] = [
  {
    name: 'plan',
    label: 'Plan',
    type: 'select',
    choices: plans.map((value) => ({ value, label: formatName(value) })),
    hint: 'A plan sets all limits.',
  },
  ...limits.map((name): Field => ({
    name: `${name}Limit`,
    label: name === 'usage' ? 'Events per period' : formatName(name),
    type: 'number',
    min: 0,
    section: 'Limits',
  })),
]

export const AdminWorkspacesPage = () => (
  <>
    <PageHeader title="Workspaces" description="Change plan and limits of a workspace, or disable it." />
    <AccountSearch by="slug" label="Slug of the workspace">
      {(_, reload) => <WorkspaceActions onChanged={reload} />}
    </AccountSearch>
  </>
)

function WorkspaceActions({ onChanged }: { onChanged: () => void }) {
  const { call, access } = useSession()
  const [{ slug = '' }] = useQuery()
  const [open, setOpen] = useState<'plan' | 'disable' | null>(null)
  const finish = (text: string) => {
    notify(text)
    onChanged()
  }
  if (access('setPlan') !== 'allowed') return null
  return (
    <>
      <Button onClick={() => setOpen('plan')}>Plan and limits</Button>
      <Button onClick={() => call('restoreWorkspace', { body: { slug } }).then(() => finish('Workspace restored'))}>Restore</Button>
      <Button kind="danger" onClick={() => setOpen('disable')}>
        Disable
      </Button>
      {open === 'plan' && (
        <FormDialog
          title={`Plan of ${slug}`}
          fields={fields}
          action="Save"
          onClose={() => setOpen(null)}
          onSubmit={(values) =>
            call('setPlan', { params: { idOrSlug: slug }, body: withoutEmpty(bodyOf(fields, values)) }).then(() => finish('Plan changed'))
          }
        />
      )}
      {open === 'disable' && (
        <ConfirmDialog
          title={`Disable ${slug}?`}
          text="Its members cannot use it, and its links stop working, until it is restored."
          action="Disable"
          onClose={() => setOpen(null)}
          onConfirm={() => call('disableWorkspace', { body: { slug } }).then(() => finish('Workspace disabled'))}
        />
      )}
    </>
  )
}
