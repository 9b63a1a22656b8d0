/** The fields of a link, by section. */
import type { Call } from '../api-client.js'
import type { Field } from '../kit/form-values.js'
import type { LinkSchema } from '../operations.js'
import { ImageInput } from './image-input.js'
import { KeyCheck } from './key-check.js'
import { LineEditor, SharesEditor } from './line-editor.js'
import { LinkPreviews } from './link-previews.js'
import type { Organisation } from './organisation.js'
import { UtmBuilder } from './utm-builder.js'
import { utmFields } from './utm-fields.js'

const inSection = (section: string, fields: Field[]): Field[] => fields.map((field) => ({ ...field, section }))

const destination = ({ domains }: Organisation, link: LinkSchema | undefined, call: Call, workspaceId: string): Field[] => [
  // The bare domain may have none.
  { name: 'url', label: 'Destination', isRequired: link?.url !== '', placeholder: 'https://example.com/page' },
  {
    name: 'domain',
    label: 'Domain',
    type: 'select',
    isRequired: true,
    choices:
      link && !domains.some(({ value }) => value === link.domain) ? [{ value: link.domain, label: link.domain }, ...domains] : domains,
  },
  {
    name: 'key',
    label: 'Key',
    // A stored key is changed, not removed.
    isRequired: link !== undefined,
    placeholder: 'Random',
    hint: (values) => <KeyCheck call={call} values={values} workspaceId={workspaceId} link={link} />,
  },
]

const targets: Field[] = [
  { name: 'ios', label: 'On iOS', type: 'url' },
  { name: 'android', label: 'On Android', type: 'url' },
  {
    name: 'geo',
    label: 'By country',
    hint: 'Two letters, such as DE, and the destination of visitors from there.',
    render: ({ value, change }) => <LineEditor text={value} first="Country" placeholder="DE" onChange={change} />,
  },
  {
    name: 'testVariants',
    label: 'A/B test',
    hint: 'Destinations with their share of visitors. The shares add up to 100.',
    render: ({ value, change }) => <SharesEditor text={value} onChange={change} />,
  },
  { name: 'testCompletedAt', label: 'End of the test', type: 'datetime-local' },
]

const preview: Field[] = [
  { name: 'proxy', label: 'Use this preview instead of that of the destination', type: 'checkbox' },
  { name: 'title', label: 'Title' },
  { name: 'description', label: 'Description', type: 'textarea' },
  { name: 'image', label: 'Image', render: ({ value, change }) => <ImageInput value={value} onChange={change} /> },
  { name: 'previews', label: 'As others show it', isOnlyShown: true, render: ({ values }) => <LinkPreviews values={values} /> },
]

export const linkFields = (organisation: Organisation, link: LinkSchema | undefined, call: Call, workspaceId: string): Field[] => [
  ...destination(organisation, link, call, workspaceId),
  ...inSection('Organise', [
    { name: 'tagIds', label: 'Tags', type: 'list', choices: organisation.tags },
    { name: 'folderId', label: 'Folder', type: 'select', choices: organisation.folders },
    { name: 'comments', label: 'Comments', type: 'textarea' },
    { name: 'externalId', label: 'External ID' },
  ]),
  ...inSection('Tracking', [
    { name: 'trackConversion', label: 'Track leads and sales', type: 'checkbox' },
    { name: 'publicStats', label: 'Public statistics', type: 'checkbox' },
    { name: 'doIndex', label: 'Search engines may index the short link', type: 'checkbox' },
  ]),
  ...inSection('UTM parameters', [
    {
      name: 'utmTemplate',
      label: 'Template',
      isOnlyShown: true,
      render: ({ values, changeOther }) => <UtmBuilder values={values} onChange={changeOther} />,
    },
    ...utmFields,
  ]),
  ...inSection('Targets', targets),
  ...inSection('Access', [
    { name: 'password', label: 'Password' },
    { name: 'expiresAt', label: 'Expires', type: 'datetime-local' },
    { name: 'expiredUrl', label: 'Destination afterwards', type: 'url' },
    { name: 'rewrite', label: 'Show the destination below the short link (cloaking)', type: 'checkbox' },
  ]),
  ...inSection('Preview', preview),
]
