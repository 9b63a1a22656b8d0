/** Conversations with programs. */
import { useEffect } from 'preact/hooks'
import type { Output } from '../../console/api-client.js'
import { EmptyState, ErrorState, Placeholder } from '../../console/kit/empty-state.js'
import { PageHeader } from '../../console/kit/page-header.js'
import { useLoad } from '../../console/kit/use-load.js'
import { useQuery } from '../../console/shell/router.js'
import { Avatar } from '../kit/avatar.js'
import { Thread } from '../messages/thread.js'
import { usePortal } from '../shell/portal.js'
import { isActive } from '../shell/program.js'

type Summary = Output<'listPartnerMessages'>[number]
type Program = Summary['program']

export function MessagesPage() {
  const { call } = usePortal()
  const [{ program: chosen }, change] = useQuery()
  const { value, error, reload } = useLoad('threads', async (signal) => {
    const [threads, programs] = await Promise.all([
      call('listPartnerMessages', { query: { messagesLimit: 1, pageSize: 50 } }, signal),
      call('listOwnPrograms', { query: { pageSize: 100 } }, signal),
    ])
    return { threads, programs: withoutThread(threads, programs) }
  })
  const first = value?.threads[0]?.program.id
  useEffect(() => {
    if (!chosen && first && matchMedia('(min-width: 861px)').matches) change({ program: first })
  }, [first, chosen])
  const all = value ? [...value.threads.map(({ program }) => program), ...value.programs] : []
  const open = all.find(({ id }) => id === chosen)
  return (
    <>
      <PageHeader title="Messages" description="Messages between you and your programs." />
      {error && !value && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder />}
      {value && all.length === 0 && (
        <EmptyState icon="events" title="No messages yet" text="Programs that you take part in can write to you here." />
      )}
      {value && all.length > 0 && (
        <div class={`inbox${open ? ' open' : ''}`}>
          <Threads threads={value.threads} programs={value.programs} current={chosen} onOpen={(id) => change({ program: id })} />
          {open ? (
            <Thread key={open.id} program={open} onChanged={reload} onBack={() => change({ program: null })} />
          ) : (
            <EmptyState icon="events" title="Choose a program" />
          )}
        </div>
      )}
    </>
  )
}

/** Programs that the partner can write to for the first time. */
function withoutThread(threads: Summary[], programs: Output<'listOwnPrograms'>): Program[] {
  const known = new Set(threads.map(({ program }) => program.id))
  return programs
    .filter((own) => isActive(own) && own.program.messagingEnabledAt && !known.has(own.programId))
    .map(({ program: { id, name, slug, logo, messagingEnabledAt } }) => ({ id, name, slug, logo, messagingEnabledAt }))
}

interface ThreadsProps {
  threads: Summary[]
  programs: Program[]
  current: string | undefined
  onOpen: (programId: string) => void
}

function Threads({ threads, programs, current, onOpen }: ThreadsProps) {
  const rows = [
    ...threads.map(({ program, unreadCount, messages }) => ({ program, unreadCount, text: messages.at(-1)?.text ?? '' })),
    ...programs.map((program) => ({ program, unreadCount: 0, text: 'Write the first message' })),
  ]
  return (
    <ul class="threads" aria-label="Programs">
      {rows.map(({ program, unreadCount, text }) => (
        <li key={program.id}>
          <button type="button" aria-current={program.id === current} onClick={() => onOpen(program.id)}>
            <Avatar name={program.name} image={program.logo} />
            <span class="two-lines">
              <strong>{program.name}</strong>
              <span class="muted">{text}</span>
            </span>
            {unreadCount > 0 && <span class="side-count">{unreadCount}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}
