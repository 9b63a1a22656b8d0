import type { JobScope, Scope } from '../../kernel/scope.js'
import { minutes, seconds } from '../../kernel/time.js'
import { embedMemoriesJob } from '../jobs.js'
import { embed } from './embed.js'
import { indexVectors, maintainVectorIndex } from './index-vectors.js'
import { storeVectors, findOverdueUnembedded, type UnembeddedMemory, findUnembedded } from './vector.queries.js'

/** Texts in one request. Most endpoints accept more, but slow ones would time out. */
const batchSize = 64
const timeoutMs = seconds(60)

/** Enqueues jobs that create the vectors of memories. Does nothing if no embedding endpoint is configured. */
export function enqueueEmbedding(scope: Scope, ids: readonly string[]): void {
  if (!scope.config.memoryEmbeddings) return
  for (let at = 0; at < ids.length; at += batchSize) scope.enqueue(embedMemoriesJob, { memoryIds: ids.slice(at, at + batchSize) })
}

export async function embedMemories(scope: JobScope, { memoryIds }: { memoryIds: string[] }): Promise<void> {
  const endpoint = scope.config.memoryEmbeddings
  if (endpoint) await embedBatch(scope, await findUnembedded(scope, endpoint.model, memoryIds))
}

const maxBacklog = 2000

/** Creates missing vectors: of memories from before the endpoint was configured, of another model, or written during an outage. */
export async function embedMissingMemories(scope: JobScope): Promise<void> {
  const endpoint = scope.config.memoryEmbeddings
  if (!endpoint) return
  const missing = await findOverdueUnembedded(scope, endpoint.model, new Date(scope.now().getTime() - minutes(10)), maxBacklog)
  for (let at = 0; at < missing.length; at += batchSize) await embedBatch(scope, missing.slice(at, at + batchSize))
  await maintainVectorIndex(scope, endpoint.model)
}

async function embedBatch(scope: JobScope, memories: readonly UnembeddedMemory[]): Promise<void> {
  const endpoint = scope.config.memoryEmbeddings
  if (!endpoint || memories.length === 0) return
  const vectors = await embed(
    endpoint,
    memories.map(({ text }) => text),
    timeoutMs,
  )
  await storeVectors(
    scope,
    endpoint.model,
    memories.map(({ id, hash }, index) => ({ id, hash, vector: vectors[index] as Float32Array })),
  )
  await indexVectors(
    scope,
    memories.map(({ id }) => id),
  )
}
