/** Creates or changes a link with all its settings. */
import type { Call } from '../api-client.js'
import { FormDialog } from '../kit/form-dialog.js'
import { bodyOf, type Field, type Values, valuesOf } from '../kit/form-values.js'
import type { LinkSchema } from '../operations.js'
import { useSession } from '../shell/session.js'
import { geoText, parseGeo, parseVariants, variantsText } from './destinations.js'
import { linkFields } from './link-fields.js'
import type { Organisation } from './organisation.js'

interface LinkDialogProps {
  link?: LinkSchema
  organisation: Organisation | undefined
  onClose: () => void
  onSaved: () => void
}

export function LinkDialog({ link, organisation, onClose, onSaved }: LinkDialogProps) {
  const { call, workspace } = useSession()
  const fields = linkFields(organisation ?? { domains: [], folders: [], tags: [] }, link, call, workspace.id)
  if (!organisation) return null
  return (
    <FormDialog
      title={link ? 'Edit link' : 'Create link'}
      size="large"
      fields={fields}
      initial={link ? initialOf(fields, link) : {}}
      action={link ? 'Save' : 'Create link'}
      onClose={onClose}
      onSubmit={(values) => save(call, fields, values, link).then(onSaved)}
    />
  )
}

function initialOf(fields: Field[], link: LinkSchema): Values {
  const values = valuesOf(fields, { ...link, tagIds: link.tags?.map(({ id }) => id) ?? [] })
  return { ...values, geo: geoText(link.geo), testVariants: variantsText(link.testVariants) }
}

async function save(call: Call, fields: Field[], values: Values, link: LinkSchema | undefined): Promise<unknown> {
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : '')
  const { testVariants: _, key, ...body } = bodyOf(fields, values)
  const variants = parseVariants(text('testVariants'))
  const complete = {
    ...body,
    ...(typeof key === 'string' ? { key } : {}),
    url: text('url').trim(),
    geo: parseGeo(text('geo')),
    testVariants: variants,
  }
  if (link) return call('updateLink', { params: { linkId: link.id }, body: complete })
  return call('createLink', { body: Object.fromEntries(Object.entries(complete).filter(([, value]) => value !== null)) })
}
