/** Logos, colours, files and links for partners. */
import type { Input, Output } from '../../api-client.js'
import { CopyButton } from '../../kit/button.js'
import type { Field, InputProps, Values } from '../../kit/form-values.js'
import { formatNumber, formatUrl, safeHref } from '../../kit/format.js'
import { type Resource, ResourcePage } from '../../kit/resource-page.js'
import { Badge } from '../../kit/texts.js'
import { notify } from '../../kit/toast.js'
import { dataUrlOf } from '../../program/data-url.js'
import { withProgram } from '../../program/with-program.js'
import { useSession } from '../../shell/session.js'

type Kind = 'logo' | 'color' | 'file' | 'link'
interface Row {
  id: string
  name: string
  kind: Kind
  url?: string
  color?: string
  size?: number
}

const kinds: Record<Kind, string> = { logo: 'Logo', color: 'Colour', file: 'File', link: 'Link' }
const fileInput = { type: 'file' } as const

const FileInput = ({ id, isRequired, hintId, onChange }: InputProps) => (
  <input
    {...fileInput}
    id={id}
    required={isRequired}
    aria-describedby={hintId}
    onChange={(event) => {
      const [file] = event.currentTarget.files ?? []
      if (file) dataUrlOf(file).then(onChange, (error: Error) => notify(error.message, 'error'))
    }}
  />
)
const colorInput = { type: 'color' } as const
const ColorInput = ({ id, value, onChange }: InputProps) => (
  <input {...colorInput} id={id} value={value || '#4650c8'} onInput={(event) => onChange(event.currentTarget.value)} />
)

const content: Record<Kind, Field> = {
  logo: { name: 'file', label: 'Image', isRequired: true, hint: 'PNG, JPEG, GIF or WebP, at most 2 MB.', input: FileInput },
  file: { name: 'file', label: 'File', isRequired: true, hint: 'An image, PDF or ZIP file, at most 2 MB.', input: FileInput },
  color: { name: 'color', label: 'Colour', input: ColorInput },
  link: { name: 'url', label: 'Address', type: 'url', isRequired: true },
}

const fieldsOf = ({ kind }: Values): Field[] => [
  {
    name: 'kind',
    label: 'What',
    type: 'select',
    isRequired: true,
    choices: Object.entries(kinds).map(([value, label]) => ({ value, label })),
  },
  { name: 'name', label: 'Name', isRequired: true },
  content[kind as Kind],
]

const rowsOf = ({ logos, colors, files, links }: Output<'listProgramResources'>): Row[] => [
  ...logos.map((row) => ({ ...row, kind: 'logo' as const })),
  ...colors.map((row) => ({ ...row, kind: 'color' as const })),
  ...files.map((row) => ({ ...row, kind: 'file' as const })),
  ...links.map((row) => ({ ...row, kind: 'link' as const })),
]

/** The program of the workspace. Pages of the program are shown only with one. */
const resource = (programId: string): Resource<Row> => ({
  title: 'Resources',
  description: 'Logos, colours, files and links that partners find in their portal.',
  icon: 'resources',
  paging: 'none',
  load: async (call, _query, _session, signal) => rowsOf(await call('listProgramResources', { params: { programId } }, signal)),
  nameOf: ({ name }) => name,
  columns: [
    { label: 'Name', cell: ({ name }) => <strong>{name}</strong> },
    { label: 'Kind', cell: ({ kind }) => <Badge>{kinds[kind]}</Badge> },
    { label: 'Content', cell: (row) => <Content row={row} /> },
  ],
  empty: 'Give partners what they need to promote you.',
  create: {
    label: 'Add resource',
    operation: 'createProgramResource',
    fields: () => fieldsOf,
    initial: { kind: 'link', color: '#4650c8' },
    run: (call, { kind, name, file, color, url }) =>
      call('createProgramResource', {
        params: { programId },
        body: {
          resourceType: kind,
          name,
          ...(kind === 'color' ? { color } : kind === 'link' ? { url } : { file }),
        } as Input<'createProgramResource'>['body'],
      }),
    done: 'Resource added',
  },
  actions: [
    {
      label: 'Rename',
      operation: 'updateProgramResource',
      form: {
        fields: () => [{ name: 'name', label: 'Name', isRequired: true }],
        initial: ({ name }) => ({ name }),
        action: 'Save',
      },
      run: (call, { id }, { name }) =>
        call('updateProgramResource', { params: { programId, resourceId: id }, body: { name: String(name) } }),
    },
    {
      label: 'Delete',
      operation: 'deleteProgramResource',
      isDangerous: true,
      confirm: () => 'Partners do not find it any more.',
      run: (call, { id }) => call('deleteProgramResource', { params: { programId, resourceId: id } }),
      done: 'Resource deleted',
    },
  ],
})

export const ResourcesPage = withProgram('Resources', 'resources', () => {
  const { workspace } = useSession()
  return <ResourcePage resource={resource(workspace.defaultProgramId ?? '')} />
})

function Content({ row: { color, url, size } }: { row: Row }) {
  if (color)
    return (
      <span class="copyable">
        <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
          <rect width="10" height="10" rx="2" fill={color} />
        </svg>
        <code>{color}</code>
        <CopyButton text={color} label="Copy the colour" />
      </span>
    )
  const address = url ?? ''
  return (
    <a href={safeHref(address)} target="_blank" rel="noreferrer">
      {size === undefined ? formatUrl(address) : `Open (${formatNumber(Math.ceil(size / 1024))} kB)`}
    </a>
  )
}
