/** The messages of the program and one partner, and a field to write another one. */
import { useEffect, useRef } from 'preact/hooks'
import { type Output, urlOf } from '../../api-client.js'
import { ErrorState, Placeholder } from '../../kit/empty-state.js'
import { formatNumber } from '../../kit/format.js'
import { Badge, Time } from '../../kit/texts.js'
import { useLoad } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'
import { Composer } from './composer.js'

type Message = Output<'listMessages'>[number]['messages'][number]

interface ThreadProps {
  partnerId: string
  /** After messages were read or sent. */
  onChanged?: () => void
}

export function Thread({ partnerId, onChanged }: ThreadProps) {
  const { call, access } = useSession()
  const canRead = access('listMessages') === 'allowed'
  const { value, error, reload } = useLoad(partnerId, async (signal) =>
    canRead ? call('listMessages', { query: { partnerId } }, signal) : [],
  )
  const messages = value?.[0]?.messages.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
  const unread = value?.[0]?.unreadCount ?? 0
  useEffect(() => {
    if (unread === 0 || access('markMessagesRead') !== 'allowed') return
    void call('markMessagesRead', { body: { partnerId } }).then(onChanged, () => undefined)
  }, [partnerId, unread])
  if (!canRead) return <p class="muted">Your role does not include messages.</p>
  const sent = () => {
    reload()
    onChanged?.()
  }
  return (
    <section class="card thread" aria-label="Messages">
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder lines={4} />}
      {value && !messages?.length && <p class="muted">No messages yet. Write the first one.</p>}
      {messages && messages.length > 0 && <MessageList messages={messages} />}
      {access('sendMessage') === 'allowed' && <Composer key={partnerId} partnerId={partnerId} onSent={sent} />}
    </section>
  )
}

/** The newest message is in sight. */
function MessageList({ messages }: { messages: Message[] }) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => list.current?.scrollTo(0, list.current.scrollHeight), [messages.length])
  return (
    <ol class="messages" ref={list} tabIndex={0} aria-label="Messages, oldest first">
      {messages.map((message) => (
        <li key={message.id} class={message.senderPartnerId ? 'theirs' : 'ours'}>
          <header>
            <strong>{message.senderPartner?.name ?? message.senderUser?.name ?? 'Former member'}</strong>
            {message.type === 'campaign' && <Badge>Campaign</Badge>} <Time at={message.createdAt} />
          </header>
          {message.subject && <p class="subject">{message.subject}</p>}
          <p class="user-text">{message.text}</p>
          {message.attachments.map((attachment) => (
            <Attachment key={attachment.id} {...attachment} />
          ))}
          {!message.senderPartnerId && <footer>{readText(message)}</footer>}
        </li>
      ))}
    </ol>
  )
}

const readText = ({ readInApp, readInEmail }: Message) => (readInApp ? 'Read' : readInEmail ? 'Sent by email' : 'Not read yet')

const isOwn = (url: string) => new URL(url, location.href).origin === location.origin

/** Images of a file store on another origin come through the service, because the page loads nothing from elsewhere. */
function Attachment({ url, fileName, size }: Message['attachments'][number]) {
  const { workspace } = useSession()
  const source = isOwn(url) ? url : urlOf('getPreviewImage', { query: { url } }, workspace.id)
  const label = `${fileName} (${formatNumber(Math.ceil(size / 1024))} kB)`
  return (
    <a class="attachment" href={url} target="_blank" rel="noreferrer">
      <img src={source} alt={label} loading="lazy" />
    </a>
  )
}
