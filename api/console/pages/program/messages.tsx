/** Threads with partners. */
import { useRef, useState } from 'preact/hooks'
import type { Output } from '../../api-client.js'
import { Button } from '../../kit/button.js'
import { useCreateShortcut } from '../../kit/create-shortcut.js'
import { EmptyState, ErrorState, Placeholder } from '../../kit/empty-state.js'
import { FormDialog } from '../../kit/form-dialog.js'
import { PageHeader } from '../../kit/page-header.js'
import { Time } from '../../kit/texts.js'
import { useList } from '../../kit/use-load.js'
import { Thread } from '../../program/messages/thread.js'
import { partnerField } from '../../program/partner-input.js'
import { withProgram } from '../../program/with-program.js'
import { useQuery } from '../../shell/router.js'
import { useSession } from '../../shell/session.js'

type ThreadRow = Output<'listMessages'>[number] & { id: string }

export const MessagesPage = withProgram('Messages', 'messages', () => {
  const { call, access, href } = useSession()
  const [query, change] = useQuery()
  const [isOpen, setIsOpen] = useState(false)
  const list = useList<ThreadRow>('threads', 'page', async ({ page }, signal) =>
    (await call('listMessages', { query: { messagesLimit: 1, pageSize: 50, ...(page ? { page } : {}) } }, signal)).map((thread) => ({
      ...thread,
      id: thread.partner.id,
    })),
  )
  const canWrite = access('sendMessage') === 'allowed'
  useCreateShortcut(canWrite ? () => setIsOpen(true) : undefined)
  const { rows, error } = list
  // Another thread may become the newest one while this one is read or answered.
  const first = useRef<string>(undefined)
  first.current ??= rows?.[0]?.id
  const partnerId = query.partnerId ?? first.current
  return (
    <>
      <PageHeader title="Messages" description="What you and your partners write to each other.">
        {canWrite && (
          <Button kind="primary" icon="plus" onClick={() => setIsOpen(true)}>
            New message
          </Button>
        )}
      </PageHeader>
      {error && !rows && <ErrorState error={error} onRetry={list.reload} />}
      {!error && !rows && <Placeholder />}
      {rows && !partnerId && <EmptyState icon="messages" title="No messages yet" text="Write to a partner, or wait for a question." />}
      {rows && partnerId && (
        <div class="inbox">
          <ThreadList rows={rows} current={partnerId} loadMore={list.loadMore} onOpen={(id) => change({ partnerId: id })} />
          <div class="inbox-thread">
            <p class="inbox-partner">
              <a href={href(`partners/${partnerId}`)}>{rows.find(({ id }) => id === partnerId)?.partner.name ?? 'Partner'}</a>
            </p>
            <Thread key={partnerId} partnerId={partnerId} onChanged={list.reload} />
          </div>
        </div>
      )}
      {isOpen && (
        <FormDialog
          title="New message"
          fields={[partnerField]}
          action="Write"
          onClose={() => setIsOpen(false)}
          onSubmit={async ({ partnerId: id }) => change({ partnerId: String(id) })}
        />
      )}
    </>
  )
})

interface ThreadListProps {
  rows: ThreadRow[]
  current: string
  loadMore: (() => void) | undefined
  onOpen: (id: string) => void
}

const ThreadList = ({ rows, current, loadMore, onOpen }: ThreadListProps) => (
  <nav class="threads" aria-label="Threads">
    {rows.map(({ id, partner, unreadCount, messages: [last] }) => (
      <button key={id} type="button" aria-current={id === current ? 'true' : undefined} onClick={() => onOpen(id)}>
        <span class="thread-head">
          <strong>{partner.name ?? 'Partner'}</strong>
          {unreadCount > 0 && (
            <span class="unread" aria-label={`${unreadCount} unread`}>
              {unreadCount}
            </span>
          )}
        </span>
        {last && (
          <>
            <span class="muted thread-text">{last.text}</span>
            <Time at={last.createdAt} />
          </>
        )}
      </button>
    ))}
    {loadMore && (
      <Button kind="quiet" onClick={loadMore}>
        Load more
      </Button>
    )}
  </nav>
)
