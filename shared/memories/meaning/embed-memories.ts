import type { JobScope, Scope } from '../../kernel/scope.js'
import { minutes, seconds } from '../../kernel/time.js'
import { embedMemories as toEmbed } from '../jobs.js'
import { embed } from './embed.js'
import { indexVectors, keepVectorIndex } from './index-vectors.js'
import { keepVectors, leftWithoutVector, type Unembedded, withoutVector } from './vector.queries.js'

/** Texts in one request: most endpoints take more, slow ones time out with more. */
const atOnce = 64
const within = seconds(60)

/** Asks for the vectors of memories later; whoever writes does not wait. Nothing happens where no endpoint is configured. */
export function embedLater(scope: Scope, ids: readonly string[]): void {
  if (!scope.config.memoryEmbeddings) return
  for (let at = 0; at < ids.length; at += atOnce) scope.enqueue(toEmbed, { memoryIds: ids.slice(at, at + atOnce) })
}

export async function embedMemories(scope: JobScope, { memoryIds }: { memoryIds: string[] }): Promise<void> {
  const endpoint = scope.config.memoryEmbeddings
  if (endpoint) await embedSome(scope, await withoutVector(scope, endpoint.model, memoryIds))
}

const mostLeft = 2000

/** Catches up: memories from before an endpoint was configured, of another model, or written while it was down. */
export async function embedLeftMemories(scope: JobScope): Promise<void> {
  const endpoint = scope.config.memoryEmbeddings
  if (!endpoint) return
  const left = await leftWithoutVector(scope, endpoint.model, new Date(scope.now().getTime() - minutes(10)), mostLeft)
  for (let at = 0; at < left.length; at += atOnce) await embedSome(scope, left.slice(at, at + atOnce))
  await keepVectorIndex(scope, endpoint.model)
}

async function embedSome(scope: JobScope, memories: readonly Unembedded[]): Promise<void> {
  const endpoint = scope.config.memoryEmbeddings
  if (!endpoint || memories.length === 0) return
  const vectors = await embed(
    endpoint,
    memories.map(({ text }) => text),
    within,
  )
  await keepVectors(
    scope,
    endpoint.model,
    memories.map(({ id, hash }, at) => ({ id, hash, vector: vectors[at] as Float32Array })),
  )
  await indexVectors(
    scope,
    memories.map(({ id }) => id),
  )
}
