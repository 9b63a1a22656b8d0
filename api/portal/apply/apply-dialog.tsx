/** The application form of a program, for a partner with an account. */
import { useState } from 'preact/hooks'
import type { Output } from '../../console/api-client.js'
import { Dialog } from '../../console/kit/dialog.js'
import { ErrorState, Placeholder } from '../../console/kit/empty-state.js'
import { FormDialog } from '../../console/kit/form-dialog.js'
import type { Values } from '../../console/kit/form-values.js'
import { ImageButton } from '../../console/kit/images.js'
import { notify } from '../../console/kit/toast.js'
import { useLoad } from '../../console/kit/use-load.js'
import { usePortal } from '../shell/portal.js'
import { answersOf, fieldsOf, imageFields } from './answers.js'

type Form = Output<'getApplicationForm'>

interface ApplyDialogProps {
  programSlug: string
  name: string
  onClose: () => void
  onApplied: () => void
}

export function ApplyDialog({ programSlug, name, onClose, onApplied }: ApplyDialogProps) {
  const { call } = usePortal()
  const title = `Apply to ${name}`
  const { value, error, reload } = useLoad(programSlug, (signal) => call('getApplicationForm', { query: { programSlug } }, signal))
  if (value) return <Questions title={title} form={value} onClose={onClose} onApplied={onApplied} />
  return (
    <Dialog title={title} onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={reload} /> : <Placeholder lines={4} />}
    </Dialog>
  )
}

function Questions({ title, form, onClose, onApplied }: { title: string; form: Form; onClose: () => void; onApplied: () => void }) {
  const { call, profile } = usePortal()
  const [images, setImages] = useState<Record<string, string>>({})
  const apply = async (values: Values) => {
    const { slug, name } = form.program
    await call('applyToProgram', {
      body: { programSlug: slug, group: form.groupId, country: profile.country, ...answersOf(form.fields, values, images) },
    })
    notify(`You applied to ${name}`)
    onApplied()
  }
  const platforms = Object.fromEntries(profile.platforms.map(({ type, identifier }) => [`platform:${type}`, identifier]))
  return (
    <FormDialog
      title={title}
      size="large"
      fields={fieldsOf(form.fields)}
      initial={platforms}
      action="Apply"
      onSubmit={apply}
      onClose={onClose}
      extra={imageFields(form.fields).map(({ id, label }) => (
        <div key={id} class="field">
          <span>{label}</span>
          <span>
            <ImageButton
              label={images[id] ? 'Replace image' : 'Choose image'}
              onPick={({ image }) => setImages((before) => ({ ...before, [id]: image }))}
              onError={(message) => notify(message, 'error')}
            />
          </span>
        </div>
      ))}
    />
  )
}
