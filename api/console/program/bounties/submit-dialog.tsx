/** A submission that a member of the workspace enters for a partner, with images as proof. */
import { useRef, useState } from 'preact/hooks'
import type { Output } from '../../api-client.js'
import { Button } from '../../kit/button.js'
import { FileChips } from '../../kit/file-chips.js'
import { FormDialog } from '../../kit/form-dialog.js'
import type { Field, Values } from '../../kit/form-values.js'
import { ImageButton, type PickedImage } from '../../kit/images.js'
import { notify } from '../../kit/toast.js'
import { useUnsaved } from '../../shell/router.js'
import { useSession } from '../../shell/session.js'
import { partnerField } from '../partner-input.js'
import { maxOf } from './bounty-form.js'

type Bounty = Output<'getBounty'>
type UploadedFile = Output<'uploadBountyFile'>
type ChosenImage = PickedImage & { id: string }

export function SubmitButton({ bounty, onSubmitted }: { bounty: Bounty; onSubmitted: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Submit for a partner</Button>
      {isOpen && <SubmitDialog bounty={bounty} onSubmitted={onSubmitted} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const fieldsOf = ({ maxSubmissions }: Bounty): Field[] => [
  partnerField,
  ...(maxSubmissions > 1 ? [periodField(maxSubmissions)] : []),
  { name: 'urls', label: 'Address of the proof', type: 'url' },
  { name: 'description', label: 'Description', type: 'textarea' },
]

const periodField = (max: number): Field => ({
  name: 'periodNumber',
  label: 'Which submission',
  type: 'number',
  min: 1,
  max,
  isRequired: true,
  hint: `A number from 1 to ${max}.`,
})

interface SubmitDialogProps {
  bounty: Bounty
  onSubmitted: () => void
  onClose: () => void
}

function SubmitDialog({ bounty, onSubmitted, onClose }: SubmitDialogProps) {
  const { call } = useSession()
  const params = { bountyId: bounty.id }
  const [images, setImages] = useState<ChosenImage[]>([])
  const [isSent, setIsSent] = useState(false)
  const upload = useUploads(bounty.id)
  useUnsaved(images.length > 0 && !isSent)
  const submit = async ({ partnerId, description, urls, periodNumber }: Values) => {
    const files: UploadedFile[] = []
    for (const image of images) files.push(await upload(String(partnerId), image))
    await call('createBountySubmission', {
      params,
      body: {
        partnerId: String(partnerId),
        ...(description ? { description: String(description) } : {}),
        ...(urls ? { urls: [String(urls)] } : {}),
        ...(files.length > 0 ? { files } : {}),
        ...(periodNumber ? { periodNumber: Number(periodNumber) } : {}),
      },
    })
    setIsSent(true)
    notify('Submission added')
    onSubmitted()
  }
  const extra = <Images max={bounty.submissionRequirements?.image?.max ?? maxOf.images} images={images} onChange={setImages} />
  return (
    <FormDialog title="Submit for a partner" fields={fieldsOf(bounty)} extra={extra} action="Submit" onClose={onClose} onSubmit={submit} />
  )
}

/** Uploads each image once for a partner, also if the submission is refused and sent again. */
function useUploads(bountyId: string): (partnerId: string, image: ChosenImage) => Promise<UploadedFile> {
  const { call } = useSession()
  const uploaded = useRef(new Map<string, UploadedFile>())
  return async (partnerId, { id, fileName, image }) => {
    const key = `${partnerId} ${id}`
    const file =
      uploaded.current.get(key) ?? (await call('uploadBountyFile', { params: { bountyId }, body: { partnerId, fileName, image } }))
    uploaded.current.set(key, file)
    return file
  }
}

interface ImagesProps {
  max: number
  images: ChosenImage[]
  onChange: (change: (images: ChosenImage[]) => ChosenImage[]) => void
}

function Images({ max, images, onChange }: ImagesProps) {
  const nextId = useRef(0)
  const add = (image: PickedImage) => {
    const id = String(nextId.current++)
    onChange((before) => [...before, { ...image, id }])
  }
  return (
    <div class="field" role="group" aria-label="Images" data-field="files" data-label="Images">
      <span class="field-label">Images</span>
      <FileChips files={images} onRemove={(id) => onChange((before) => before.filter((image) => image.id !== id))} />
      {images.length < max && (
        <ImageButton label="Add images" max={max - images.length} onPick={add} onError={(message) => notify(message, 'error')} />
      )}
      <div class="hint">PNG, JPEG, GIF or WebP, at most {max}.</div>
    </div>
  )
}
