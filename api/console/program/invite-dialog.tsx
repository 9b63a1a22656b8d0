/** Invites people to the program: one with a name, or up to fifty addresses. */
import { useState } from 'preact/hooks'
import { Button } from '../kit/button.js'
import { FormDialog } from '../kit/form-dialog.js'
import type { Field, Values } from '../kit/form-values.js'
import { notify } from '../kit/toast.js'
import { useLoad } from '../kit/use-load.js'
import { useSession } from '../shell/session.js'
import { loadGroups } from './choices.js'

const maxEmails = 50

export function InviteButton({ onInvited }: { onInvited: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Invite</Button>
      {isOpen && <InviteDialog onClose={() => setIsOpen(false)} onInvited={onInvited} />}
    </>
  )
}

function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const { call } = useSession()
  const { value: groups = [] } = useLoad('groups', () => loadGroups(call))
  const fields: Field[] = [
    {
      name: 'emails',
      label: 'Email addresses',
      type: 'textarea',
      isRequired: true,
      hint: `One in each line, at most ${maxEmails}. People who are enrolled already are skipped.`,
    },
    { name: 'groupId', label: 'Group', type: 'select', choices: groups, hint: 'Without a choice, the default group.' },
  ]
  const invite = async ({ emails, groupId }: Values) => {
    const list = String(emails ?? '')
      .split(/[\s,;]+/)
      .filter(Boolean)
    const { invitedCount, skippedCount } = await call('bulkInvitePartners', {
      body: { emails: list, ...(groupId ? { groupId: String(groupId) } : {}) },
    })
    notify(`${invitedCount} invited${skippedCount > 0 ? `, ${skippedCount} skipped` : ''}`)
    onInvited()
  }
  return <FormDialog title="Invite partners" fields={fields} action="Send invites" onClose={onClose} onSubmit={invite} />
}
