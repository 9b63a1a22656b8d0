import type { ModelEndpoint } from '../../kernel/config.js'
import type { JobScope, Scope } from '../../kernel/scope.js'
import { minutes, seconds } from '../../kernel/time.js'
import { embedMemoriesJob } from '../jobs.js'
import { InputRefusedError } from '../model-endpoint.js'
import { embed, maxInputLength } from './embed.js'
import { indexVectors, maintainVectorIndex } from './index-vectors.js'
import { storeVectors, findOverdueUnembedded, type UnembeddedMemory, findUnembedded } from './vector.queries.js'

/** Texts in one request. Most endpoints accept more, but slow ones would time out. */
const batchSize = 64
const timeoutMs = seconds(60)

/** Characters of a text that are sent, fewer after each refusal: in some scripts, a character is more than a token. */
const inputLengths = [maxInputLength, 2000, 500]

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

/** Throws if the endpoint refuses all of several memories, because then the texts are not at fault. */
async function embedBatch(scope: JobScope, memories: readonly UnembeddedMemory[]): Promise<void> {
  const endpoint = scope.config.memoryEmbeddings
  if (!endpoint || memories.length === 0) return
  const refused = await embedAccepted(scope, endpoint, memories)
  if (refused && memories.length > 1 && refused.count === memories.length) throw refused.error
}

interface Refused {
  count: number
  error: InputRefusedError
}

/**
 * Creates the vectors of all memories that the endpoint accepts. It refuses a whole request because of one text, so the halves of a refused
 * request are sent again, and a single refused text is shortened.
 */
async function embedAccepted(
  scope: JobScope,
  endpoint: ModelEndpoint,
  memories: readonly UnembeddedMemory[],
  lengths: readonly number[] = inputLengths,
): Promise<Refused | null> {
  const [maxLength, ...shorter] = lengths
  try {
    await embedAll(scope, endpoint, memories, maxLength)
    return null
  } catch (error) {
    if (!(error instanceof InputRefusedError)) throw error
    const half = Math.ceil(memories.length / 2)
    if (memories.length > 1) {
      const parts = [memories.slice(0, half), memories.slice(half)]
      let count = 0
      for (const part of parts) count += (await embedAccepted(scope, endpoint, part))?.count ?? 0
      return count > 0 ? { count, error } : null
    }
    if (shorter.length > 0) return embedAccepted(scope, endpoint, memories, shorter)
    scope.log.warn({ err: error, memoryId: memories[0]?.id }, 'embedding endpoint refused a memory, which has no vector')
    return { count: 1, error }
  }
}

async function embedAll(
  scope: JobScope,
  endpoint: ModelEndpoint,
  memories: readonly UnembeddedMemory[],
  maxLength: number | undefined,
): Promise<void> {
  const vectors = await embed(
    endpoint,
    memories.map(({ text }) => text),
    { timeoutMs, maxLength },
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
