import type { Output } from '../api-client.js'
import { bodyOf, changesOf, type Field, valuesOf } from '../kit/form-values.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Time } from '../kit/texts.js'
import { utmFields } from '../links/utm-fields.js'

type Template = Output<'listUtmTemplates'>[number]

const fields: Field[] = [{ name: 'name', label: 'Name', isRequired: true }, ...utmFields, { name: 'ref', label: 'ref' }]

const resource: Resource<Template> = {
  title: 'UTM templates',
  description: 'Values of UTM parameters to choose from when you create a link.',
  icon: 'utm',
  paging: 'none',
  load: (call, _query, _session, signal) => call('listUtmTemplates', {}, signal),
  nameOf: ({ name }) => name,
  columns: [
    { label: 'Name', cell: ({ name }) => <strong>{name}</strong> },
    { label: 'Source', cell: ({ utm_source }) => utm_source },
    { label: 'Medium', cell: ({ utm_medium }) => utm_medium, isSecondary: true },
    { label: 'Campaign', cell: ({ utm_campaign }) => utm_campaign, isSecondary: true },
    { label: 'Created by', cell: ({ user }) => user?.name, isSecondary: true },
    { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
  ],
  empty: 'A template keeps sources, media and campaigns spelled the same in all links.',
  create: {
    label: 'Create template',
    operation: 'createUtmTemplate',
    fields: () => fields,
    run: (call, values) => call('createUtmTemplate', { body: bodyOf(fields, values) }),
    done: 'Template created',
  },
  actions: [
    {
      label: 'Edit',
      operation: 'updateUtmTemplate',
      form: { fields: () => fields, initial: (template) => valuesOf(fields, template), action: 'Save' },
      run: (call, template, values) => {
        const changes = changesOf(fields, values, valuesOf(fields, template))
        return call('updateUtmTemplate', { params: { id: template.id }, body: { name: template.name, ...changes } })
      },
    },
    {
      label: 'Delete',
      operation: 'deleteUtmTemplate',
      isDangerous: true,
      run: (call, { id }) => call('deleteUtmTemplate', { params: { id } }),
      done: 'Template deleted',
      undo: (call, template) => call('createUtmTemplate', { body: bodyOf(fields, valuesOf(fields, template)) }),
    },
  ],
}

export const UtmTemplatesPage = () => <ResourcePage resource={resource} />
