import {
  CountAnswer, countTags, createTag, createTagBodySchema, DeletedTag, deleteTag, getTagsCountQuerySchema, getTagsQuerySchema, LinkTagSchema, ListedTag, listTags, TagParams, updateTag, updateTagBodySchema,
} from '../../shared/links/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const tag = 'Tags'

export const tags = [
  endpoint({
    id: 'createTag', sdk: 'tags.create', tag, method: 'POST', path: '/tags',
    summary: 'Create a tag',
    access: workspace('tags.write'), rate: 'api', status: 201,
    body: createTagBodySchema, output: LinkTagSchema,
    run: ({ scope, body }) => createTag(scope, body),
  }),
  endpoint({
    id: 'getTags', sdk: 'tags.list', tag, method: 'GET', path: '/tags',
    summary: 'List tags',
    access: workspace('tags.read'), rate: 'api',
    query: getTagsQuerySchema, output: ListedTag.array(),
    run: ({ scope, query }) => listTags(scope, query),
  }),
  endpoint({
    id: 'getTagsCount', method: 'GET', path: '/tags/count', hidden: true,
    access: workspace('tags.read'), rate: 'api',
    query: getTagsCountQuerySchema, output: CountAnswer,
    run: ({ scope, query }) => countTags(scope, query),
  }),
  endpoint({
    id: 'updateTag', sdk: 'tags.update', tag, method: 'PATCH', path: '/tags/{id}',
    summary: 'Change a tag',
    description: 'What is left out stays as it is.',
    access: workspace('tags.write'), rate: 'api', hints: { 'max-method-params': 2 },
    params: TagParams, body: updateTagBodySchema, output: LinkTagSchema,
    run: ({ scope, params, body }) => updateTag(scope, params.id, body),
  }),
  endpoint({
    id: 'replaceTag', method: 'PUT', path: '/tags/{id}', hidden: true,
    access: workspace('tags.write'), rate: 'api',
    params: TagParams, body: updateTagBodySchema, output: LinkTagSchema,
    run: ({ scope, params, body }) => updateTag(scope, params.id, body),
  }),
  endpoint({
    id: 'deleteTag', sdk: 'tags.delete', tag, method: 'DELETE', path: '/tags/{id}',
    summary: 'Delete a tag',
    description: 'Its name is free again at once; links that have it lose it within a short while.',
    access: workspace('tags.write'), rate: 'api', hints: { 'max-method-params': 1 },
    params: TagParams, output: DeletedTag,
    run: ({ scope, params }) => deleteTag(scope, params.id),
  }),
]
