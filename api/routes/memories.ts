import {
  AddedMemories, addMemories, addMemoriesBodySchema, deleteEntity, DeletedMemories, deleteMemories, deleteMemoriesQuerySchema, deleteMemory, EntityParams, EntitySchema, FoundMemories, getMemoriesQuerySchema, getMemory, inferMemories, listEntities,
  listMemories, MemoryChangeSchema, memoryHistory, MemoryList, MemoryMessage, MemoryParams, MemorySchema, searchMemories, searchMemoriesBodySchema, showExpiredQuerySchema, updateMemory, updateMemoryBodySchema,
} from '../../shared/memories/index.js'
import { memories as door, memoriesOrAdmin } from '../access/memory-store.js'
import { endpoint } from '../endpoint.js'

const tag = 'Memories'

export const memories = [
  endpoint({
    id: 'getMemories', sdk: 'memories.list', tag, method: 'GET', path: '/memories',
    summary: 'List memories',
    description: 'The newest first. With several identifiers, those that carry all of them. Without any, all memories of the installation: only for the admin credential.',
    access: memoriesOrAdmin('memories.read'), rate: 'api',
    query: getMemoriesQuerySchema, output: MemoryList,
    run: ({ scope, query }) => listMemories(scope, query),
  }),
  endpoint({
    id: 'addMemories', sdk: 'memories.add', tag, method: 'POST', path: '/memories',
    summary: 'Add memories',
    description: 'Kept word for word. The same text of the same user, agent and run is stored once, so a request may be repeated.',
    access: door('memories.write'), rate: 'api',
    body: addMemoriesBodySchema, output: AddedMemories,
    prepare: ({ scope, body }) => inferMemories(scope, body),
    run: ({ scope, body }) => addMemories(scope, body),
  }),
  endpoint({
    id: 'deleteMemories', sdk: 'memories.deleteAll', tag, method: 'DELETE', path: '/memories',
    summary: 'Delete all memories of an identifier',
    description: 'With several identifiers, those that carry all of them. Expired ones go as well.',
    access: door('memories.write'), rate: 'api',
    query: deleteMemoriesQuerySchema, output: DeletedMemories,
    run: ({ scope, query }) => deleteMemories(scope, query),
  }),
  endpoint({
    id: 'searchMemories', sdk: 'memories.search', tag, method: 'POST', path: '/memories/search',
    summary: 'Search memories',
    description: 'By the words of the question, whatever their order and ending; misspelt ones are guessed. At least one identifier is needed, beside or in `filters`.',
    access: door('memories.read'), rate: 'api', transaction: false,
    body: searchMemoriesBodySchema, output: FoundMemories,
    run: ({ scope, body }) => searchMemories(scope, body),
  }),
  endpoint({
    id: 'searchMemoriesAlias', method: 'POST', path: '/search', hidden: true,
    access: door('memories.read'), rate: 'api', transaction: false,
    body: searchMemoriesBodySchema, output: FoundMemories,
    run: ({ scope, body }) => searchMemories(scope, body),
  }),
  endpoint({
    id: 'getMemory', sdk: 'memories.get', tag, method: 'GET', path: '/memories/{memoryId}',
    summary: 'Find one memory',
    access: door('memories.read'), rate: 'api',
    params: MemoryParams, query: showExpiredQuerySchema, output: MemorySchema,
    run: ({ scope, params, query }) => getMemory(scope, params.memoryId, query),
  }),
  endpoint({
    id: 'updateMemory', sdk: 'memories.update', tag, method: 'PATCH', path: '/memories/{memoryId}',
    summary: 'Change a memory',
    description: 'What is left out stays as it is. Whose memory it is never changes.',
    access: door('memories.write'), rate: 'api', fails: ['conflict'],
    params: MemoryParams, query: showExpiredQuerySchema, body: updateMemoryBodySchema, output: MemoryMessage,
    run: ({ scope, params, query, body }) => updateMemory(scope, params.memoryId, body, query),
  }),
  endpoint({
    id: 'replaceMemory', method: 'PUT', path: '/memories/{memoryId}', hidden: true,
    access: door('memories.write'), rate: 'api',
    params: MemoryParams, query: showExpiredQuerySchema, body: updateMemoryBodySchema, output: MemoryMessage,
    run: ({ scope, params, query, body }) => updateMemory(scope, params.memoryId, body, query),
  }),
  endpoint({
    id: 'deleteMemory', sdk: 'memories.delete', tag, method: 'DELETE', path: '/memories/{memoryId}',
    summary: 'Delete a memory',
    access: door('memories.write'), rate: 'api',
    params: MemoryParams, output: MemoryMessage,
    run: ({ scope, params }) => deleteMemory(scope, params.memoryId),
  }),
  endpoint({
    id: 'getMemoryHistory', sdk: 'memories.history', tag, method: 'GET', path: '/memories/{memoryId}/history',
    summary: 'Read how a memory came to be what it is',
    description: 'The oldest change first. The history of a deleted memory can be read for 30 days.',
    access: door('memories.read'), rate: 'api',
    params: MemoryParams, output: MemoryChangeSchema.array(),
    run: ({ scope, params }) => memoryHistory(scope, params.memoryId),
  }),
  endpoint({
    id: 'getMemoryEntities', sdk: 'memories.entities', tag, method: 'GET', path: '/memories/entities',
    summary: 'List the users, agents and runs that have memories',
    access: door('memories.read'), rate: 'api',
    output: EntitySchema.array(),
    run: ({ scope }) => listEntities(scope),
  }),
  endpoint({
    id: 'deleteMemoryEntity', sdk: 'memories.deleteEntity', tag, method: 'DELETE', path: '/memories/entities/{type}/{entityId}',
    summary: 'Forget a user, an agent or a run',
    access: door('memories.write'), rate: 'api',
    params: EntityParams, output: DeletedMemories,
    run: ({ scope, params }) => deleteEntity(scope, params),
  }),
]
