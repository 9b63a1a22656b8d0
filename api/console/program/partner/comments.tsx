/** Notes of the workspace about a partner, which the partner never sees. */
import { useState } from 'preact/hooks'
import type { Output } from '../../api-client.js'
import { Button } from '../../kit/button.js'
import { ConfirmDialog } from '../../kit/dialog.js'
import { ErrorState, Placeholder } from '../../kit/empty-state.js'
import { FormDialog } from '../../kit/form-dialog.js'
import { Menu } from '../../kit/menu.js'
import { Time } from '../../kit/texts.js'
import { useList } from '../../kit/use-load.js'
import { useUnsaved } from '../../shell/router.js'
import { useSession } from '../../shell/session.js'

type Comment = Output<'listPartnerComments'>[number]

export function PartnerComments({ partnerId }: { partnerId: string }) {
  const { call, access } = useSession()
  const [text, setText] = useState('')
  useUnsaved(text.trim() !== '')
  const list = useList<Comment>(partnerId, 'page', (page, signal) =>
    call('listPartnerComments', { params: { partnerId }, query: page }, signal),
  )
  const canWrite = access('createPartnerComment') === 'allowed'
  const add = async () => {
    await call('createPartnerComment', { params: { partnerId }, body: { text } })
    // What was typed meanwhile is another comment.
    setText((now) => (now === text ? '' : now))
    list.reload()
  }
  return (
    <section class="card comments" aria-label="Comments">
      <p class="muted">Only members of this workspace see comments.</p>
      {canWrite && (
        <div class="composer">
          <textarea
            aria-label="New comment"
            placeholder="Write a comment"
            rows={2}
            maxLength={2000}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <Button kind="primary" disabled={text.trim() === ''} onClick={add}>
            Add comment
          </Button>
        </div>
      )}
      {list.error && <ErrorState error={list.error} onRetry={list.reload} />}
      {!list.error && !list.rows && <Placeholder lines={3} />}
      {list.rows?.length === 0 && <p class="muted">No comments yet</p>}
      <ul class="comment-list">
        {list.rows?.map((comment) => (
          <li key={comment.id}>
            <CommentLine comment={comment} onChanged={list.reload} />
          </li>
        ))}
      </ul>
      {list.loadMore && (
        <Button kind="quiet" onClick={list.loadMore}>
          Load more
        </Button>
      )}
    </section>
  )
}

/** Authors change and delete their own comments. */
function CommentLine({ comment, onChanged }: { comment: Comment; onChanged: () => void }) {
  const { call, user } = useSession()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const params = { partnerId: comment.partnerId, commentId: comment.id }
  const actions = [
    { label: 'Edit', run: () => setOpen('edit') },
    { label: 'Delete', isDangerous: true, run: () => setOpen('delete') },
  ]
  return (
    <>
      <header>
        <strong>{comment.user?.name ?? 'Former member'}</strong> <Time at={comment.createdAt} />
        {comment.userId === user.id && <Menu label="Actions of the comment" actions={actions} />}
      </header>
      <p class="user-text">{comment.text}</p>
      {open === 'edit' && (
        <FormDialog
          title="Edit comment"
          fields={[{ name: 'text', label: 'Comment', type: 'textarea', isRequired: true }]}
          initial={{ text: comment.text }}
          action="Save"
          onClose={() => setOpen(null)}
          onSubmit={({ text }) => call('updatePartnerComment', { params, body: { text: String(text) } }).then(onChanged)}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title="Delete this comment?"
          text={comment.text}
          action="Delete"
          onClose={() => setOpen(null)}
          onConfirm={() => call('deletePartnerComment', { params }).then(onChanged)}
        />
      )}
    </>
  )
}
