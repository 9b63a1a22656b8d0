/** The paths of the published memory client (`mem0ai`), so that it works with only its `host` changed. It ends them with a slash, which every path may. */
import {
  AddedMemories, addMemories, addMemoriesBodySchema, clientListBodySchema, clientListQuerySchema, clientSearchBodySchema, deleteEntity, DeletedMemories, deleteManyBodySchema, deleteManyMemories, deleteMemories,
  deleteMemoriesQuerySchema, deleteMemory, EntityPage, EntityParams, FoundMemories, getMemory, inferMemories, listEntityPage, listMemoryPage, MemoryChangeSchema, memoryHistory, MemoryMessage, MemoryPage, MemoryParams, MemorySchema,
  Ping, ping, searchMemories, showExpiredQuerySchema, updateManyBodySchema, updateManyMemories, updateMemory, updateMemoryBodySchema,
} from '../../shared/memories/index.js'
import { memoryClient as door } from '../access/memory-store.js'
import { endpoint } from '../endpoint.js'

const reading = { hidden: true, access: door('memories.read'), rate: 'api' } as const
const writing = { hidden: true, access: door('memories.write'), rate: 'api' } as const

export const memoryClient = [
  endpoint({ id: 'clientPing', method: 'GET', path: '/v1/ping', ...reading, output: Ping, run: ({ scope }) => ping(scope) }),
  endpoint({
    id: 'clientAddMemories', method: 'POST', path: '/v3/memories/add', ...writing,
    body: addMemoriesBodySchema, output: AddedMemories,
    prepare: ({ scope, body }) => inferMemories(scope, body),
    run: ({ scope, body }) => addMemories(scope, body),
  }),
  endpoint({
    id: 'clientListMemories', method: 'POST', path: '/v3/memories', ...reading, transaction: false,
    query: clientListQuerySchema, body: clientListBodySchema, output: MemoryPage,
    run: ({ scope, query, body }) => listMemoryPage(scope, { ...query, ...body }),
  }),
  endpoint({
    id: 'clientSearchMemories', method: 'POST', path: '/v3/memories/search', ...reading, transaction: false,
    body: clientSearchBodySchema, output: FoundMemories,
    run: ({ scope, body }) => searchMemories(scope, body),
  }),
  endpoint({
    id: 'clientGetMemory', method: 'GET', path: '/v1/memories/{memoryId}', ...reading,
    params: MemoryParams, query: showExpiredQuerySchema, output: MemorySchema,
    run: ({ scope, params, query }) => getMemory(scope, params.memoryId, query),
  }),
  endpoint({
    id: 'clientUpdateMemory', method: 'PUT', path: '/v1/memories/{memoryId}', ...writing,
    params: MemoryParams, query: showExpiredQuerySchema, body: updateMemoryBodySchema, output: MemoryMessage,
    run: ({ scope, params, query, body }) => updateMemory(scope, params.memoryId, body, query),
  }),
  endpoint({
    id: 'clientDeleteMemory', method: 'DELETE', path: '/v1/memories/{memoryId}', ...writing,
    params: MemoryParams, output: MemoryMessage,
    run: ({ scope, params }) => deleteMemory(scope, params.memoryId),
  }),
  endpoint({
    id: 'clientGetMemoryHistory', method: 'GET', path: '/v1/memories/{memoryId}/history', ...reading,
    params: MemoryParams, output: MemoryChangeSchema.array(),
    run: ({ scope, params }) => memoryHistory(scope, params.memoryId),
  }),
  endpoint({
    id: 'clientDeleteAllMemories', method: 'DELETE', path: '/v1/memories', ...writing,
    query: deleteMemoriesQuerySchema, output: DeletedMemories,
    run: ({ scope, query }) => deleteMemories(scope, query),
  }),
  endpoint({ id: 'clientListEntities', method: 'GET', path: '/v1/entities', ...reading, output: EntityPage, run: ({ scope }) => listEntityPage(scope) }),
  endpoint({
    id: 'clientDeleteEntity', method: 'DELETE', path: '/v2/entities/{type}/{entityId}', ...writing,
    params: EntityParams, output: DeletedMemories,
    run: ({ scope, params }) => deleteEntity(scope, params),
  }),
  endpoint({
    id: 'clientUpdateMemories', method: 'PUT', path: '/v1/batch', ...writing,
    body: updateManyBodySchema, output: MemoryMessage,
    run: ({ scope, body }) => updateManyMemories(scope, body),
  }),
  endpoint({
    id: 'clientDeleteMemories', method: 'DELETE', path: '/v1/batch', ...writing,
    body: deleteManyBodySchema, output: MemoryMessage,
    run: ({ scope, body }) => deleteManyMemories(scope, body),
  }),
]
