/** A field to write a message, with images. */
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.js'
import { FileChips } from '../../kit/file-chips.js'
import { FormError } from '../../kit/form-error.js'
import { ImageButton, type PickedImage } from '../../kit/images.js'
import { notify } from '../../kit/toast.js'
import { useSubmit } from '../../kit/use-submit.js'
import { useUnsaved } from '../../shell/router.js'
import { useSession } from '../../shell/session.js'

interface Upload {
  id: string
  fileName: string
}

const maxAttachments = 5

export function Composer({ partnerId, onSent }: { partnerId: string; onSent: () => void }) {
  const { call } = useSession()
  const [text, setText] = useState('')
  const [uploads, setUploads] = useState<Upload[]>([])
  const { error, isBusy, submit, onSubmit } = useSubmit(async () => {
    const attachmentIds = uploads.map(({ id }) => id)
    await call('sendMessage', { body: { partnerId, text, ...(attachmentIds.length > 0 ? { attachmentIds } : {}) } })
    // What was added meanwhile belongs to the next message.
    setText((now) => (now === text ? '' : now))
    setUploads((now) => now.filter(({ id }) => !attachmentIds.includes(id)))
    onSent()
  })
  useUnsaved(text.trim() !== '' && !isBusy)
  const [isAttaching, setIsAttaching] = useState(false)
  const add = async (image: PickedImage) => {
    const upload = await call('uploadMessageAttachment', { body: { partnerId, ...image } })
    setUploads((before) => [...before, upload])
  }
  const canSend = text.trim() !== '' && !isAttaching
  return (
    <form class="composer" onSubmit={onSubmit}>
      <FormError error={error} />
      <textarea
        aria-label="Message"
        placeholder="Write a message. Ctrl Enter sends it."
        rows={3}
        maxLength={2000}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && canSend) void submit()
        }}
      />
      <FileChips files={uploads} onRemove={(id) => setUploads(uploads.filter((upload) => upload.id !== id))} />
      <div class="composer-end">
        <ImageButton
          label="Attach images"
          disabled={uploads.length >= maxAttachments}
          max={maxAttachments - uploads.length}
          onPick={add}
          onBusy={setIsAttaching}
          onError={(message) => notify(message, 'error')}
        />
        <Button type="submit" kind="primary" disabled={isBusy || !canSend}>
          Send
        </Button>
      </div>
    </form>
  )
}
