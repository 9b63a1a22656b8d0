/** Changes of several links at once, a hundred per request, with progress. */
import { useState } from 'preact/hooks'
import type { Call } from '../api-client.js'
import { Button } from '../kit/button.js'
import { ConfirmDialog } from '../kit/dialog.js'
import type { Choice } from '../kit/form.js'
import { useSession } from '../shell/session.js'
import type { Organisation } from './organisation.js'

interface BulkActionsProps {
  ids: string[]
  organisation: Organisation | undefined
  onDone: (text: string) => void
  onCancel: () => void
}

const perRequest = 100
type Change = (call: Call, linkIds: string[]) => Promise<unknown>

export function BulkActions({ ids, organisation, onDone, onCancel }: BulkActionsProps) {
  const { call } = useSession()
  const [done, setDone] = useState<number | null>(null)
  const [isDeleting, setIsDeleting] = useState(false)
  const run = async (change: Change, text: string) => {
    try {
      for (let start = 0; start < ids.length; start += perRequest) {
        setDone(start)
        await change(call, ids.slice(start, start + perRequest))
      }
      onDone(`${ids.length} ${ids.length === 1 ? 'link' : 'links'} ${text}`)
    } finally {
      setDone(null)
    }
  }
  const update = (data: object, text: string) => run((call, linkIds) => call('bulkUpdateLinks', { body: { linkIds, data } }), text)
  return (
    <div class="bulk" role="toolbar" aria-label="Selected links">
      <strong>{ids.length} selected</strong>
      {done !== null ? (
        <progress max={ids.length} value={done} aria-label="Progress" />
      ) : (
        <>
          <ChoiceSelect label="Set tag" choices={organisation?.tags ?? []} onChoose={(tagId) => update({ tagIds: [tagId] }, 'tagged')} />
          <ChoiceSelect
            label="Move to folder"
            choices={organisation?.folders ?? []}
            onChoose={(folderId) => update({ folderId }, 'moved')}
          />
          <Button onClick={() => update({ archived: true }, 'archived')}>Archive</Button>
          <Button kind="danger" onClick={() => setIsDeleting(true)}>
            Delete
          </Button>
          <Button kind="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </>
      )}
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${ids.length} ${ids.length === 1 ? 'link' : 'links'}?`}
          text="They stop working, and their analytics are removed."
          action="Delete"
          onClose={() => setIsDeleting(false)}
          onConfirm={() => run((call, linkIds) => call('bulkDeleteLinks', { query: { linkIds } }), 'deleted')}
        />
      )}
    </div>
  )
}

function ChoiceSelect({ label, choices, onChoose }: { label: string; choices: Choice[]; onChoose: (value: string) => unknown }) {
  if (choices.length === 0) return null
  return (
    <select aria-label={label} value="" onChange={(event) => void onChoose(event.currentTarget.value)}>
      <option value="">{label}</option>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
