/** Changes of several links at once: up to a hundred in one request, more by a job. */
import { useState } from 'preact/hooks'
import type { Call, Input } from '../api-client.js'
import { Button } from '../kit/button.js'
import { ConfirmDialog } from '../kit/dialog.js'
import type { Choice } from '../kit/form-values.js'
import { formatCount, formatNumber } from '../kit/format.js'
import { notify } from '../kit/toast.js'
import type { LinkErrorSchema, LinkSchema } from '../operations.js'
import { useSession } from '../shell/session.js'
import type { Organisation } from './organisation.js'

interface BulkActionsProps {
  ids: string[]
  organisation: Organisation | undefined
  /** After the change, or with the job that makes it. */
  onDone: (job: string | null) => void
  onCancel: () => void
}

const perRequest = 100

interface Change {
  /** Returns the started job if `prefersAsync`. */
  send: (call: Call, ids: string[], prefersAsync: boolean) => Promise<unknown>
  text: string
  reverse?: Change
}

const update = (data: object, text: string, reverse?: Change): Change => ({
  send: (call, linkIds, prefersAsync) => call('bulkUpdateLinks', { body: { linkIds, data }, prefersAsync }),
  text,
  ...(reverse ? { reverse } : {}),
})
const archive = update({ archived: true }, 'archived', update({ archived: false }, 'restored'))
const remove: Change = {
  // More ids than an address takes are sent in the body, which only requests for a job have.
  send: (call, ids, prefersAsync) =>
    call('bulkDeleteLinks', prefersAsync ? ({ body: ids, prefersAsync } as Input<'bulkDeleteLinks'>) : { query: { linkIds: ids } }),
  text: 'deleted',
}

/** Of one request. The answer to an update has an error for each link that was refused. */
function report(ids: string[], result: unknown, text: string, undo?: (changed: string[]) => Promise<void>): void {
  const results = Array.isArray(result) ? (result as (LinkSchema | LinkErrorSchema)[]) : []
  const refused = results.flatMap((one) => ('error' in one ? [one.error] : []))
  const changed = results.length > 0 ? results.flatMap((one) => ('error' in one ? [] : [one.id])) : ids
  if (changed.length > 0) notify(`${countOf(changed)} ${text}`, 'done', undo && { label: 'Undo', run: () => undo(changed) })
  if (refused.length > 0) notify(`${formatCount(refused.length, 'link')} not ${text}: ${refused[0]}`, 'error')
}

const countOf = (ids: string[]) => formatCount(ids.length, 'link')

export function BulkActions({ ids, organisation, onDone, onCancel }: BulkActionsProps) {
  const { call } = useSession()
  const [isBusy, setIsBusy] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const [newTag, setNewTag] = useState<string | null>(null)
  const run = async ({ send, text, reverse }: Change, ids: string[]) => {
    setIsBusy(true)
    try {
      const isLarge = ids.length > perRequest
      const result = await send(call, ids, isLarge)
      if (!isLarge) report(ids, result, text, reverse && ((changed) => run(reverse, changed)))
      onDone(isLarge ? (result as { id: string }).id : null)
    } finally {
      setIsBusy(false)
    }
  }
  const { tags = [], folders = [] } = organisation ?? {}
  return (
    <div class="bulk" role="toolbar" aria-label="Selected links" aria-busy={isBusy}>
      <strong>{formatNumber(ids.length)} selected</strong>
      <ChoiceSelect label="Replace tags" choices={tags} isBusy={isBusy} onChoose={async (tagId) => setNewTag(tagId)} />
      <ChoiceSelect
        label="Move to folder"
        choices={folders}
        isBusy={isBusy}
        onChoose={(folderId) => run(update({ folderId }, 'moved'), ids)}
      />
      <Button disabled={isBusy} onClick={() => run(archive, ids)}>
        Archive
      </Button>
      <Button kind="danger" disabled={isBusy} onClick={() => setIsDeleting(true)}>
        Delete
      </Button>
      <Button kind="quiet" onClick={onCancel}>
        Cancel
      </Button>
      {newTag && (
        <ConfirmDialog
          title={`Replace the tags of ${countOf(ids)}?`}
          text={`Their only tag will be "${tags.find(({ value }) => value === newTag)?.label ?? ''}".`}
          action="Replace tags"
          onClose={() => setNewTag(null)}
          onConfirm={() => run(update({ tagIds: [newTag] }, 'tagged'), ids)}
        />
      )}
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${countOf(ids)}?`}
          text="They stop working, and their analytics are removed."
          action="Delete"
          onClose={() => setIsDeleting(false)}
          onConfirm={() => run(remove, ids)}
        />
      )}
    </div>
  )
}

interface ChoiceSelectProps {
  label: string
  choices: Choice[]
  isBusy: boolean
  onChoose: (value: string) => Promise<void>
}

function ChoiceSelect({ label, choices, isBusy, onChoose }: ChoiceSelectProps) {
  if (choices.length === 0) return null
  const choose = (value: string) => onChoose(value).catch((error: Error) => notify(error.message, 'error'))
  return (
    <select aria-label={label} value="" disabled={isBusy} onChange={(event) => void choose(event.currentTarget.value)}>
      <option value="">{label}</option>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
