import {
  ChangedUtmTemplate, createUtmTemplate, DeletedUtmTemplate, deleteUtmTemplate, ListedUtmTemplate, listUtmTemplates, updateUtmTemplate, utmTemplateBodySchema, UtmTemplateParams, UtmTemplateSchema,
} from '../../shared/links/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

export const utm = [
  endpoint({
    id: 'createUtmTemplate', method: 'POST', path: '/utm', hidden: true,
    access: workspace('links.write'), rate: 'api', status: 201,
    body: utmTemplateBodySchema, output: UtmTemplateSchema,
    run: ({ scope, body }) => createUtmTemplate(scope, body),
  }),
  endpoint({
    id: 'listUtmTemplates', method: 'GET', path: '/utm', hidden: true,
    access: workspace('links.read'), rate: 'api',
    output: ListedUtmTemplate.array(),
    run: ({ scope }) => listUtmTemplates(scope),
  }),
  endpoint({
    id: 'updateUtmTemplate', method: 'PATCH', path: '/utm/{id}', hidden: true,
    access: workspace('links.write'), rate: 'api',
    params: UtmTemplateParams, body: utmTemplateBodySchema, output: ChangedUtmTemplate,
    run: ({ scope, params, body }) => updateUtmTemplate(scope, params.id, body),
  }),
  endpoint({
    id: 'deleteUtmTemplate', method: 'DELETE', path: '/utm/{id}', hidden: true,
    access: workspace('links.write'), rate: 'api',
    params: UtmTemplateParams, output: DeletedUtmTemplate,
    run: ({ scope, params }) => deleteUtmTemplate(scope, params.id),
  }),
]
