/** A field to write a message, with images. */
import { useRef, useState } from 'preact/hooks'
import { Button } from '../../kit/button.js'
import { FileChips } from '../../kit/file-chips.js'
import { FormError } from '../../kit/form-error.js'
import { notify } from '../../kit/toast.js'
import { useSubmit } from '../../kit/use-submit.js'
import { useUnsaved } from '../../shell/router.js'
import { useSession } from '../../shell/session.js'
import { dataUrlOf } from '../data-url.js'

interface Upload {
  id: string
  fileName: string
}

const maxAttachments = 5
const imageInput = { type: 'file', accept: 'image/png,image/jpeg,image/gif,image/webp' } as const

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
  const add = async (files: FileList | null) => {
    for (const file of [...(files ?? [])].slice(0, maxAttachments - uploads.length)) {
      const upload = await call('uploadMessageAttachment', { body: { partnerId, fileName: file.name, image: await dataUrlOf(file) } })
      setUploads((before) => [...before, upload])
    }
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
        {uploads.length < maxAttachments && <ImageButton isBusy={isAttaching} onBusy={setIsAttaching} onChoose={add} />}
        <Button type="submit" kind="primary" disabled={isBusy || !canSend}>
          Send
        </Button>
      </div>
    </form>
  )
}

interface ImageButtonProps {
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  onChoose: (files: FileList | null) => Promise<void>
}

function ImageButton({ isBusy, onBusy, onChoose }: ImageButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = () => {
    onBusy(true)
    void onChoose(input.current?.files ?? null)
      .catch((error: Error) => notify(error.message, 'error'))
      .finally(() => {
        if (input.current) input.current.value = ''
        onBusy(false)
      })
  }
  return (
    <>
      <input {...imageInput} multiple hidden ref={input} aria-label="Images" onChange={choose} />
      <Button kind="quiet" disabled={isBusy} onClick={() => input.current?.click()}>
        Attach images
      </Button>
    </>
  )
}
