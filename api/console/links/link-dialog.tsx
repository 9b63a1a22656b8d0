/** Creates or changes a link with all its settings. */
import type { Call } from '../api-client.js'
import { FormDialog } from '../kit/form-dialog.js'
import { bodyOf, type Field, type Values, valuesOf, withoutEmpty } from '../kit/form-values.js'
import type { LinkSchema } from '../operations.js'
import { useSession } from '../shell/session.js'
import { geoText, parseGeo, parseVariants, variantsText } from './destinations.js'
import { linkFields } from './link-fields.js'
import type { Organisation } from './organisation.js'
import { utmNames } from './utm-fields.js'

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
  const initial = link ? initialOf(fields, link) : {}
  return (
    <FormDialog
      title={link ? 'Edit link' : 'Create link'}
      size="large"
      fields={fields}
      initial={initial}
      action={link ? 'Save' : 'Create link'}
      onClose={onClose}
      onSubmit={(values) =>
        (link
          ? change(call, link, bodyOfLink(fields, initial), bodyOfLink(fields, values))
          : create(call, bodyOfLink(fields, values))
        ).then(onSaved)
      }
    />
  )
}

function initialOf(fields: Field[], link: LinkSchema): Values {
  const values = valuesOf(fields, { ...link, tagIds: link.tags?.map(({ id }) => id) ?? [] })
  return { ...values, geo: geoText(link.geo), testVariants: variantsText(link.testVariants) }
}

function bodyOfLink(fields: Field[], values: Values): Body {
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : '')
  const { key, ...body } = bodyOf(fields, values)
  return {
    ...body,
    ...(typeof key === 'string' ? { key } : {}),
    url: text('url').trim(),
    geo: parseGeo(text('geo')),
    testVariants: parseVariants(text('testVariants')),
  }
}

const create = async (call: Call, body: Body): Promise<unknown> => call('createLink', { body: withoutEmpty(body) })

type Body = Record<string, unknown>

/** Sends what was changed: other fields may have been changed elsewhere since the link was read. */
async function change(call: Call, { id }: LinkSchema, before: Body, after: Body): Promise<unknown> {
  const isOther = (name: string) => JSON.stringify(after[name]) !== JSON.stringify(before[name])
  // UTM parameters are a part of the destination. Those that another one has itself are kept.
  const belongsToUrl = (name: string) => isOther('url') && isUtm(name) && after[name] !== null && !hasParameter(String(after.url), name)
  const changes = Object.entries(after).filter(([name]) => isOther(name) || belongsToUrl(name))
  return changes.length > 0 && call('updateLink', { params: { linkId: id }, body: Object.fromEntries(changes) })
}

const isUtm = (name: string) => (utmNames as readonly string[]).includes(name)
const hasParameter = (url: string, name: string) => URL.canParse(url) && new URL(url).searchParams.has(name)
