import type { Output } from '../api-client.js'
import { bodyOf, changesOf, type Field, valuesOf, withoutEmpty } from '../kit/form-values.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Badge, Time } from '../kit/texts.js'
import { ShareDialog } from '../links/share-dialog.js'

type Folder = Output<'listFolders'>[number]

const fields: Field[] = [
  { name: 'name', label: 'Name', isRequired: true },
  { name: 'description', label: 'Description', type: 'textarea' },
  {
    name: 'accessLevel',
    label: 'Other members may',
    type: 'select',
    choices: [
      { value: 'read', label: 'See its links' },
      { value: 'write', label: 'See and change its links' },
    ],
    hint: 'Without a choice, only members who are added to the folder see it.',
  },
]

const resource: Resource<Folder> = {
  title: 'Folders',
  description: 'Groups of links, with access of their own.',
  icon: 'folders',
  paging: 'page',
  search: 'Search folders',
  load: (call, query, _, signal) => call('listFolders', { query: { ...query } }, signal),
  nameOf: ({ name }) => name,
  columns: [
    { label: 'Name', cell: ({ name }) => <strong>{name}</strong> },
    { label: 'Description', cell: ({ description }) => description, isSecondary: true },
    {
      label: 'Access',
      cell: ({ accessLevel }) => (
        <Badge>{accessLevel === 'write' ? 'All may change' : accessLevel === 'read' ? 'All may see' : 'Restricted'}</Badge>
      ),
    },
    { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
  ],
  empty: 'Folders keep the links of a team or a campaign together.',
  create: {
    label: 'Create folder',
    operation: 'createFolder',
    fields: () => fields,
    run: (call, values) => call('createFolder', { body: withoutEmpty(bodyOf(fields, values)) }),
    done: 'Folder created',
  },
  actions: [
    {
      label: 'Share analytics',
      operation: 'getDashboardOfFolder',
      view: ({ id, name }, close) => <ShareDialog subject={{ folderId: id }} name={name} onClose={close} />,
    },
    {
      label: 'Edit',
      operation: 'updateFolder',
      form: { fields: () => fields, initial: (folder) => valuesOf(fields, folder), action: 'Save' },
      run: (call, folder, values) =>
        call('updateFolder', { params: { id: folder.id }, body: changesOf(fields, values, valuesOf(fields, folder)) }),
    },
    {
      label: 'Delete',
      operation: 'deleteFolder',
      isDangerous: true,
      confirm: () => 'Its links are kept, without a folder.',
      run: (call, { id }) => call('deleteFolder', { params: { id } }),
      done: 'Folder deleted',
    },
  ],
}

export const FoldersPage = () => <ResourcePage resource={resource} />
