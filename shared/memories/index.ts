/**
 * Memories: what agents and people want remembered, and found again.
 *
 * A memory is a text of a workspace about a user, an agent, a run, or several of them together; whose it is never changes. It may be about
 * a customer, a link or a partner. The same text of the same three is stored once. A memory that has expired is nowhere to be seen unless
 * it is asked for, and goes for good a month later. Every change is written down in the history, in the same transaction; the history
 * outlives its memory for a month. Lists and searches share one grammar of filters. A search ranks by words (BM25) and, for words that
 * nobody wrote, by spelling; no outside model is needed. Where an embedding endpoint is configured, a job asks it for vectors and a search
 * ranks by meaning as well; it never waits long.
 */
export { addMemories } from './add-memories.js'
export { deleteManyMemories, updateManyMemories } from './client/change-many.js'
export {
  clientListBodySchema,
  clientListQuerySchema,
  clientSearchBodySchema,
  deleteManyBodySchema,
  EntityPage,
  MemoryPage,
  Ping,
  updateManyBodySchema,
} from './client/client.schema.js'
export { listEntityPage, listMemoryPage } from './client/list-page.js'
export { ping } from './client/ping.js'
export { deleteEntity, deleteMemories } from './delete-memories.js'
export { deleteMemoriesOfWorkspace } from './delete-memories-of-workspace.js'
export { deleteMemory } from './delete-memory.js'
export { dropOldMemories } from './drop-old-memories.js'
export { inferMemories } from './inference/infer-memories.js'
export { getMemory } from './get-memory.js'
export { listEntities } from './list-entities.js'
export { listMemories } from './list-memories.js'
export { memoryHistory } from './memory-history.js'
export {
  AddedMemories,
  addMemoriesBodySchema,
  deleteMemoriesQuerySchema,
  getMemoriesQuerySchema,
  showExpiredQuerySchema,
  updateMemoryBodySchema,
} from './memory-input.schema.js'
export {
  DeletedMemories,
  EntityParams,
  EntitySchema,
  MemoryChangeSchema,
  MemoryList,
  MemoryMessage,
  MemoryParams,
  MemorySchema,
} from './memory.schema.js'
export { forgetMemoriesOfCustomer } from './forget-customer.js'
export { followMergedCustomer } from './follow-merged-customer.js'
export { embedMemories } from './jobs.js'
export { embedLeftMemories, embedMemories as embedMemoriesNow } from './meaning/embed-memories.js'
export { searchMemories } from './search/search-memories.js'
export { FoundMemories, searchMemoriesBodySchema } from './search/search.schema.js'
export { updateMemory } from './update-memory.js'
