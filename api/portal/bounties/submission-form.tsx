/** Texts, addresses and images that fulfil a bounty. They can be kept as a draft, unless a post is counted at once. */
import { useRef, useState } from 'preact/hooks'
import type { Input, Output } from '../../console/api-client.js'
import { Button } from '../../console/kit/button.js'
import { FormError } from '../../console/kit/form-error.js'
import { formatExact } from '../../console/kit/format.js'
import { ImageButton, type PickedImage } from '../../console/kit/images.js'
import { notify } from '../../console/kit/toast.js'
import { useSubmit } from '../../console/kit/use-submit.js'
import { useUnsaved } from '../../console/shell/router.js'
import { imageAddress } from '../kit/image-address.js'

type Bounty = Output<'getOwnBounty'>
type Submission = Bounty['submissions'][number]
type Body = NonNullable<Input<'createOwnSubmission'>['body']>
type UploadedFile = Output<'uploadOwnFile'>

export interface SubmissionActions {
  submit: (body: Body) => Promise<unknown>
  upload: (image: PickedImage) => Promise<UploadedFile>
}

interface SubmissionFormProps {
  bounty: Bounty
  draft: Submission | undefined
  /** Given if several submissions are possible. */
  periodNumber: number | undefined
  /** Before this time only drafts are possible; null if it has passed. */
  opensAt: string | null
  actions: SubmissionActions
  onSubmitted: () => void
}

export function SubmissionForm({ bounty, draft, periodNumber, opensAt, actions, onSubmitted }: SubmissionFormProps) {
  const [description, setDescription] = useState(draft?.description ?? '')
  const [urls, setUrls] = useState((draft?.urls ?? []).join('\n'))
  const [files, setFiles] = useState<UploadedFile[]>(draft?.files ?? [])
  const { image, url, socialMetrics } = bounty.submissionRequirements ?? {}
  const entered = JSON.stringify([description, urls, files])
  const [stored, setStored] = useState(entered)
  const [isUploading, setIsUploading] = useState(false)
  const isDraft = useRef(false)
  const form = useSubmit(async () => {
    const addresses = urls.split(/\s+/).filter(Boolean)
    const body = { description, urls: addresses, files, isDraft: isDraft.current, ...(periodNumber === undefined ? {} : { periodNumber }) }
    await actions.submit(body)
    setStored(entered)
    notify(isDraft.current ? 'Draft saved' : 'Submitted')
    onSubmitted()
  })
  useUnsaved(entered !== stored && !form.isBusy)
  const send = (asDraft: boolean) => {
    isDraft.current = asDraft
    return form.submit()
  }
  return (
    <form class="submission-form" aria-label="Submission" onSubmit={(event) => event.preventDefault()}>
      <h3>{periodNumber === undefined ? 'Your submission' : `Submission ${periodNumber} of ${bounty.maxSubmissions}`}</h3>
      <FormError error={form.error} />
      <label class="field" data-field="description" data-label="Description">
        Description
        <textarea rows={3} maxLength={1000} value={description} onInput={({ currentTarget }) => setDescription(currentTarget.value)} />
      </label>
      <label class="field" data-field="urls" data-label={socialMetrics ? 'Address of your post' : 'Addresses'}>
        {socialMetrics ? 'Address of your post' : `Addresses${url ? '' : ' (optional)'}`}
        <textarea rows={2} value={urls} placeholder="https://" onInput={({ currentTarget }) => setUrls(currentTarget.value)} />
        <span class="hint">{url?.domains?.length ? `One per line, on ${url.domains.join(', ')}.` : 'One per line.'}</span>
      </label>
      <Files
        label={`Images${image ? '' : ' (optional)'}`}
        files={files}
        onChange={setFiles}
        upload={actions.upload}
        onBusy={setIsUploading}
        onError={(message) => notify(message, 'error')}
      />
      {opensAt && <p class="hint">Submissions open on {formatExact(opensAt)}. Until then, save a draft.</p>}
      <div class="page-actions">
        {!socialMetrics && (
          <Button disabled={isUploading} onClick={() => send(true)}>
            Save draft
          </Button>
        )}
        <Button kind="primary" disabled={isUploading || opensAt !== null} onClick={() => send(false)}>
          Submit
        </Button>
      </div>
    </form>
  )
}

interface FilesProps {
  label: string
  files: UploadedFile[]
  onChange: (change: (files: UploadedFile[]) => UploadedFile[]) => void
  upload: SubmissionActions['upload']
  onBusy: (isBusy: boolean) => void
  onError: (message: string) => void
}

function Files({ label, files, onChange, upload, onBusy, onError }: FilesProps) {
  const add = async (image: PickedImage) => {
    const file = await upload(image)
    onChange((before) => [...before, file])
  }
  return (
    <div class="field">
      <span>{label}</span>
      <div class="thumbs">
        {files.map(({ url, fileName }) => (
          <span key={url} class="thumb">
            {imageAddress(url) ? <img src={imageAddress(url)} alt="" /> : null}
            <span>{fileName}</span>
            <Button
              kind="quiet"
              icon="close"
              label={`Remove ${fileName}`}
              onClick={() => onChange((before) => before.filter((file) => file.url !== url))}
            />
          </span>
        ))}
        <ImageButton label="Add images" onPick={add} onBusy={onBusy} onError={onError} />
      </div>
    </div>
  )
}
