/**
 * Memories: long-term memory for agents and applications, with search.
 *
 * A memory is a text that belongs to a user, an agent, a run, or several of them; these identifiers never change. It may be about a
 * customer, a link or a partner. The same text with the same identifiers is stored once. Expired memories are hidden by default and deleted
 * a month later. Every change is recorded in the history in the same transaction; the history of a deleted memory is kept for a month.
 * Lists and searches share one filter language. A search ranks by keywords (BM25) and corrects misspelt words; no external model is needed.
 * If an embedding endpoint is configured, a job creates vectors and a search also ranks by semantic similarity, with a short timeout.
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
export { deleteExpiredMemories } from './delete-expired-memories.js'
export { inferMemories } from './inference/infer-memories.js'
export { getMemory } from './get-memory.js'
export { listEntities } from './list-entities.js'
export { listMemories } from './list-memories.js'
export { getMemoryHistory } from './memory-history.js'
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
export { eraseCustomerMemories } from './erase-customer-memories.js'
export { moveMergedCustomer } from './move-merged-customer.js'
export { embedMemoriesJob } from './jobs.js'
export { embedMemories, embedMissingMemories } from './embeddings/embed-memories.js'
export { searchMemories } from './search/search-memories.js'
export { MemorySearchResults, searchMemoriesBodySchema } from './search/search.schema.js'
export { updateMemory } from './update-memory.js'
