import type { Output } from '../api-client.js'
import { bodyOf, changesOf, type Field, valuesOf } from '../kit/form-values.js'
import { formatName, formatNumber } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'

type Tag = Output<'getTags'>[number]

const colors = ['blue', 'green', 'yellow', 'red', 'purple', 'pink', 'brown', 'gray']
const fields: Field[] = [
  { name: 'name', label: 'Name', isRequired: true },
  {
    name: 'color',
    label: 'Colour',
    type: 'select',
    isRequired: true,
    choices: colors.map((value) => ({ value, label: formatName(value) })),
  },
]

const resource: Resource<Tag> = {
  title: 'Tags',
  description: 'Labels for links. A link may have several.',
  icon: 'tags',
  paging: 'page',
  search: 'Search tags',
  load: (call, query, _, signal) => call('getTags', { query: { ...query, includeLinksCount: true } }, signal),
  nameOf: ({ name }) => name,
  columns: [
    { label: 'Name', cell: ({ name, color }) => <span class={`tag ${color}`}>{name}</span> },
    { label: 'Links', cell: ({ _count }) => formatNumber(_count?.links ?? 0), isNumber: true },
  ],
  empty: 'Tags let you filter links and compare them in analytics.',
  create: {
    label: 'Create tag',
    operation: 'createTag',
    fields: () => fields,
    run: (call, values) => call('createTag', { body: bodyOf(fields, values) }),
    done: 'Tag created',
  },
  actions: [
    {
      label: 'Edit',
      operation: 'updateTag',
      form: { fields: () => fields, initial: (tag) => valuesOf(fields, tag), action: 'Save' },
      run: (call, tag, values) => call('updateTag', { params: { id: tag.id }, body: changesOf(fields, values, valuesOf(fields, tag)) }),
    },
    {
      label: 'Delete',
      operation: 'deleteTag',
      isDangerous: true,
      confirm: () => 'It is removed from all links. The links are kept.',
      run: (call, { id }) => call('deleteTag', { params: { id } }),
      done: 'Tag deleted',
    },
  ],
}

export const TagsPage = () => <ResourcePage resource={resource} />
