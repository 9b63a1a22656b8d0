/** Creates or changes a link with all its settings. */
import { useEffect, useState } from 'preact/hooks'
import { ApiError, type Call } from '../api-client.js'
import { bodyOf, type Field, FormDialog, type Values, valuesOf } from '../kit/form.js'
import type { LinkSchema } from '../operations.js'
import { useSession } from '../shell/session.js'
import { geoText, parseGeo, parseVariants, variantsText } from './destinations.js'
import type { Organisation } from './organisation.js'

interface LinkDialogProps {
  link?: LinkSchema
  organisation: Organisation | undefined
  onClose: () => void
  onSaved: () => void
}

const utm = ['source', 'medium', 'campaign', 'term', 'content'].map((name): Field => ({
  name: `utm_${name}`,
  label: `utm_${name}`,
  section: 'UTM parameters',
}))

const fieldsOf = ({ domains, folders, tags }: Organisation, link: LinkSchema | undefined, call: Call, workspaceId: string): Field[] => [
  { name: 'url', label: 'Destination', isRequired: true, placeholder: 'https://example.com/page' },
  {
    name: 'domain',
    label: 'Domain',
    type: 'select',
    isRequired: true,
    choices: [...new Set([...(link ? [link.domain] : []), ...domains])].map((value) => ({ value, label: value })),
  },
  {
    name: 'key',
    label: 'Key',
    placeholder: 'Random',
    hint: (values) => <KeyCheck call={call} values={values} workspaceId={workspaceId} link={link} />,
  },
  { name: 'tagIds', label: 'Tags', type: 'list', choices: tags, section: 'Organise' },
  { name: 'folderId', label: 'Folder', type: 'select', choices: folders, section: 'Organise' },
  { name: 'comments', label: 'Comments', type: 'textarea', section: 'Organise' },
  { name: 'externalId', label: 'External ID', section: 'Organise' },
  { name: 'trackConversion', label: 'Track leads and sales', type: 'checkbox', section: 'Tracking' },
  { name: 'publicStats', label: 'Public statistics', type: 'checkbox', section: 'Tracking' },
  { name: 'doIndex', label: 'Search engines may index the short link', type: 'checkbox', section: 'Tracking' },
  ...utm,
  { name: 'ios', label: 'On iOS', type: 'url', section: 'Targets' },
  { name: 'android', label: 'On Android', type: 'url', section: 'Targets' },
  {
    name: 'geo',
    label: 'By country',
    type: 'textarea',
    section: 'Targets',
    placeholder: 'DE https://example.de',
    hint: 'One country per line.',
  },
  {
    name: 'testVariants',
    label: 'A/B test',
    type: 'textarea',
    section: 'Targets',
    placeholder: '50 https://example.com/a\n50 https://example.com/b',
    hint: 'One destination per line, with its share in percent.',
  },
  { name: 'testCompletedAt', label: 'End of the test', type: 'datetime-local', section: 'Targets' },
  { name: 'password', label: 'Password', section: 'Access' },
  { name: 'expiresAt', label: 'Expires', type: 'datetime-local', section: 'Access' },
  { name: 'expiredUrl', label: 'Destination afterwards', type: 'url', section: 'Access' },
  { name: 'rewrite', label: 'Show the destination below the short link (cloaking)', type: 'checkbox', section: 'Access' },
  { name: 'proxy', label: 'Use this preview instead of that of the destination', type: 'checkbox', section: 'Preview' },
  { name: 'title', label: 'Title', section: 'Preview' },
  { name: 'description', label: 'Description', type: 'textarea', section: 'Preview' },
  { name: 'image', label: 'Image', type: 'url', section: 'Preview' },
]

export function LinkDialog({ link, organisation, onClose, onSaved }: LinkDialogProps) {
  const { call, workspace } = useSession()
  const fields = fieldsOf(organisation ?? { domains: [], folders: [], tags: [] }, link, call, workspace.id)
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

/** Whether the chosen key is free, shortly after the last change. */
function KeyCheck({ call, values, workspaceId, link }: { call: Call; values: Values; workspaceId: string; link: LinkSchema | undefined }) {
  const [message, setMessage] = useState<{ text: string; isFree: boolean } | null>(null)
  const { domain, key } = values
  const isChanged = typeof key === 'string' && key !== '' && !(link && link.key === key && link.domain === domain)
  useEffect(() => {
    setMessage(null)
    if (!isChanged || typeof domain !== 'string' || domain === '') return
    const end = new AbortController()
    const timer = setTimeout(() => {
      call('checkKey', { query: { workspaceId, domain, key } }, end.signal).then(
        () => setMessage({ text: 'This key is free.', isFree: true }),
        (error: unknown) => error instanceof ApiError && setMessage({ text: error.message, isFree: false }),
      )
    }, 300)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [domain, key, isChanged])
  return (
    <span class={`key-check ${message ? (message.isFree ? 'good' : 'bad') : ''}`} aria-live="polite">
      {message?.text ?? 'The part after the domain.'}
    </span>
  )
}
