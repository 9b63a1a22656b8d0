/** The links of the partner in a program. */
import { useMemo } from 'preact/hooks'
import type { Output } from '../../console/api-client.js'
import { CopyButton } from '../../console/kit/button.js'
import { bodyOf, type Field, valuesOf, withoutEmpty } from '../../console/kit/form-values.js'
import { formatCompact, formatMoney, formatUrl, safeHref } from '../../console/kit/format.js'
import { type Resource, ResourcePage } from '../../console/kit/resource-page.js'
import type { RowAction } from '../../console/kit/row-actions.js'
import { Badge } from '../../console/kit/texts.js'
import { QrDialog } from '../../console/links/qr-dialog.js'
import type { Portal } from '../shell/portal.js'
import { isActive, type ProgramDetails, useProgram } from '../shell/program.js'

type Link = Output<'listOwnLinks'>[number]

const isDefault = ({ partnerGroupDefaultLinkId }: Link) => partnerGroupDefaultLinkId !== null
const countedNothing = ({ clicks, leads, sales }: Link) => clicks + leads + sales === 0

const urlField = (placeholder: string | null, isNew: boolean): Field => ({
  name: 'url',
  label: 'Destination',
  type: 'url',
  placeholder: placeholder ?? 'https://',
  ...(isNew ? { hint: 'A page of the program. Empty for its default page.' } : { isRequired: true, hint: 'A page of the program.' }),
})
const keyField = (domain: string | null, isNew: boolean): Field => ({
  name: 'key',
  isRequired: !isNew,
  label: 'Short link',
  hint: ({ key }) => `${domain ?? ''}/${typeof key === 'string' && key ? key : '…'}`,
})

type PortalResource = Resource<Link, undefined, Portal>

function resourceOf(details: ProgramDetails): PortalResource {
  const { programId, program, group } = details
  const canChooseUrl = group?.canChooseUrl ?? false
  const fieldsOf = (withUrl: boolean, isNew: boolean) => [
    ...(withUrl ? [urlField(program.url, isNew)] : []),
    keyField(program.domain, isNew),
  ]
  const resource: PortalResource = {
    title: 'Links',
    description: `Share them: clicks, leads and sales that they bring are yours. You may have ${group?.maxPartnerLinks ?? 0}.`,
    icon: 'links',
    paging: 'none',
    load: (call, _query, _portal, signal) => call('listOwnLinks', { params: { programId } }, signal),
    nameOf: ({ shortLink }) => formatUrl(shortLink),
    columns,
    empty: 'You get links when the program has accepted you.',
    actions: [qrAction],
  }
  if (!isActive(details)) return resource
  return {
    ...resource,
    empty: 'Create your first link to share it.',
    create: creationOf(programId, fieldsOf(canChooseUrl, true)),
    actions: [qrAction, ...changesOf(programId, (link) => fieldsOf(canChooseUrl && !isDefault(link), false))],
  }
}

const qrAction: RowAction<Link, undefined> = {
  label: 'QR code',
  operation: 'listOwnLinks',
  view: ({ shortLink }, close) => <QrDialog shortLink={shortLink} onClose={close} />,
}

const creationOf = (programId: string, fields: Field[]): PortalResource['create'] => ({
  label: 'Create link',
  operation: 'createOwnLink',
  fields: () => fields,
  run: (call, values) => call('createOwnLink', { params: { programId }, body: withoutEmpty(bodyOf(fields, values)) }),
  done: 'Link created',
})

const changesOf = (programId: string, fieldsOf: (link: Link) => Field[]): RowAction<Link, undefined>[] => [
  {
    label: 'Edit',
    operation: 'updateOwnLink',
    form: { fields: (_, link) => fieldsOf(link), initial: (link) => valuesOf(fieldsOf(link), link), action: 'Save' },
    run: (call, link, values) =>
      call('updateOwnLink', { params: { programId, linkId: link.id }, body: withoutEmpty(bodyOf(fieldsOf(link), values)) }),
  },
  {
    label: 'Delete',
    operation: 'deleteOwnLink',
    isDangerous: true,
    isFor: (link) => !isDefault(link) && countedNothing(link),
    confirm: () => 'The link has no clicks. It stops working at once.',
    run: (call, { id }) => call('deleteOwnLink', { params: { programId, linkId: id } }),
    done: 'Link deleted',
  },
]

const columns: Resource<Link>['columns'] = [
  {
    label: 'Link',
    cell: (link) => (
      <div class="link-cell">
        <div>
          <a href={link.shortLink} target="_blank" rel="noreferrer">
            {formatUrl(link.shortLink)}
          </a>
          <CopyButton text={link.shortLink} label={`Copy ${formatUrl(link.shortLink)}`} />
          {isDefault(link) && <Badge>Main link</Badge>}
        </div>
        <a class="muted" href={safeHref(link.url)} target="_blank" rel="noreferrer">
          {formatUrl(link.url)}
        </a>
      </div>
    ),
  },
  { label: 'Clicks', cell: ({ clicks }) => formatCompact(clicks), isNumber: true },
  { label: 'Leads', cell: ({ leads }) => formatCompact(leads), isNumber: true, isSecondary: true },
  { label: 'Sales', cell: ({ saleAmount }) => formatMoney(saleAmount), isNumber: true, isSecondary: true },
]

export function LinksPage() {
  const program = useProgram()
  const resource = useMemo(() => resourceOf(program), [program.programId, program.status])
  return <ResourcePage resource={resource} />
}
