/** The messages of one program, and the field for the next one. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Output } from '../../console/api-client.js'
import { Button } from '../../console/kit/button.js'
import { ErrorState, Placeholder } from '../../console/kit/empty-state.js'
import { FileChips } from '../../console/kit/file-chips.js'
import { FormError } from '../../console/kit/form-error.js'
import { safeHref } from '../../console/kit/format.js'
import { ImageButton, type PickedImage } from '../../console/kit/images.js'
import { Time } from '../../console/kit/texts.js'
import { notify } from '../../console/kit/toast.js'
import { useLoad } from '../../console/kit/use-load.js'
import { useSubmit } from '../../console/kit/use-submit.js'
import { useUnsaved } from '../../console/shell/router.js'
import { imageAddress } from '../kit/image-address.js'
import { usePortal } from '../shell/portal.js'

type Summary = Output<'listPartnerMessages'>[number]
type Program = Summary['program']
type Message = Summary['messages'][number]
type Attachment = Output<'uploadPartnerMessageAttachment'>

const maxAttachments = 5

/** They are marked as read the next time. */
const ignore = () => undefined

interface ThreadProps {
  program: Program
  onChanged: () => void
  onBack: () => void
}

export function Thread({ program, onChanged, onBack }: ThreadProps) {
  const { call } = usePortal()
  const { value, error, reload } = useLoad(program.id, async (signal) => {
    const [thread] = await call('listPartnerMessages', { query: { programId: program.id } }, signal)
    return thread ?? null
  })
  const end = useRef<HTMLDivElement>(null)
  const markRead = async () => {
    await call('markPartnerMessagesRead', { body: { programId: program.id } })
    dispatchEvent(new Event('portal:read'))
    onChanged()
  }
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
    if (value && value.unreadCount > 0) markRead().catch(ignore)
  }, [value])
  const onSent = () => {
    reload()
    onChanged()
  }
  return (
    <section class="card thread" aria-label={program.name}>
      <header>
        <span class="thread-back">
          <Button kind="quiet" onClick={onBack}>
            ← All
          </Button>
        </span>
        <h2>{program.name}</h2>
      </header>
      <div class="bubbles">
        {error && <ErrorState error={error} onRetry={reload} />}
        {!error && value === undefined && <Placeholder lines={3} />}
        {value?.messages.map((message) => (
          <Bubble key={message.id} message={message} program={program} />
        ))}
        <div ref={end} />
      </div>
      {program.messagingEnabledAt ? (
        <Compose programId={program.id} onSent={onSent} />
      ) : (
        <p class="muted">This program does not take messages from partners.</p>
      )}
    </section>
  )
}

function Bubble({ message, program }: { message: Message; program: Program }) {
  const { senderPartnerId, senderPartner, subject, text, attachments, createdAt } = message
  const isOwn = senderPartnerId !== null
  return (
    <article class={`bubble${isOwn ? ' own' : ''}`}>
      <p class="muted">
        {isOwn ? (senderPartner?.name ?? 'You') : program.name}, <Time at={createdAt} />
      </p>
      {subject && <strong>{subject}</strong>}
      <p class="prose">{text}</p>
      {attachments.length > 0 && (
        <div class="thumbs">
          {attachments.map(({ id, url, fileName }) => (
            <a key={id} href={safeHref(url)} target="_blank" rel="noreferrer">
              {imageAddress(url) ? <img src={imageAddress(url)} alt={fileName} /> : fileName}
            </a>
          ))}
        </div>
      )}
    </article>
  )
}

function Compose({ programId, onSent }: { programId: string; onSent: () => void }) {
  const { call } = usePortal()
  const [text, setText] = useState('')
  const [attachments, setAttachments] = useState<Attachment[]>([])
  const [isAttaching, setIsAttaching] = useState(false)
  const attach = async (image: PickedImage) => {
    const attachment = await call('uploadPartnerMessageAttachment', { body: { programId, ...image } })
    setAttachments((before) => [...before, attachment])
  }
  const detach = (id: string) => setAttachments((before) => before.filter((one) => one.id !== id))
  const form = useSubmit(async () => {
    await call('sendPartnerMessage', { body: { programId, text, attachmentIds: attachments.map(({ id }) => id) } })
    setText('')
    setAttachments([])
    onSent()
  })
  useUnsaved(text.trim() !== '' && !form.isBusy)
  return (
    <form class="compose" onSubmit={form.onSubmit}>
      <FormError error={form.error} />
      <textarea
        rows={2}
        required
        maxLength={2000}
        aria-label="Message"
        placeholder="Write a message"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <FileChips files={attachments} onRemove={detach} />
      <div class="page-actions">
        <ImageButton
          label="Attach images"
          disabled={attachments.length >= maxAttachments}
          max={maxAttachments - attachments.length}
          onPick={attach}
          onBusy={setIsAttaching}
          onError={(message) => notify(message, 'error')}
        />
        <Button type="submit" kind="primary" disabled={form.isBusy || isAttaching || text.trim() === ''}>
          Send
        </Button>
      </div>
    </form>
  )
}
