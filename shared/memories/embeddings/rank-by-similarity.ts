import type { Scope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'
import type { Visibility } from '../memory.queries.js'
import { InputRefusedError, ModelError } from '../model-endpoint.js'
import { embed, similarity } from './embed.js'
import { hasVectorIndex, findNearest } from './vector-index.queries.js'
import { candidateVectors } from './vector.queries.js'

export interface SimilarityHit {
  id: string
  similarity: number
}

/** Number of newest memories that are compared with the query, in addition to those from other rankings and the pgvector index. */
const maxNewestCandidates = 500

/** Less similar memories are unrelated to the query. */
const minSimilarity = 0.1

/** How long a search waits for the vector of its query. After that, it continues without this ranking. */
const timeoutMs = seconds(2)

/** After a failure, searches skip the endpoint for this time. A refused query is none: the endpoint works. */
const backoffMs = seconds(30)
const backoffKey = 'memories:embeddings-unavailable'

/** Ranks memories by semantic similarity, most similar first. Empty if no embedding endpoint is configured or available. */
export async function rankBySimilarity(
  scope: Scope,
  query: string,
  visibility: Visibility,
  { ids, limit }: { ids: readonly string[]; limit: number },
): Promise<SimilarityHit[]> {
  const endpoint = scope.config.memoryEmbeddings
  const queryVector = endpoint && (await embedQuery(scope, query))
  if (!endpoint || !queryVector) return []
  const nearest = (await hasVectorIndex(scope)) ? await findNearest(scope, visibility, endpoint.model, { queryVector, limit }) : []
  const candidates = await candidateVectors(scope, visibility, endpoint.model, {
    maxNewest: maxNewestCandidates,
    ids: [...ids, ...nearest],
  })
  return candidates
    .map(({ id, vector }) => ({ id, similarity: similarity(queryVector, vector) }))
    .filter((hit) => hit.similarity >= minSimilarity)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, limit)
}

async function embedQuery(scope: Scope, query: string): Promise<Float32Array | null> {
  const endpoint = scope.config.memoryEmbeddings
  if (!endpoint || (await scope.store.get(backoffKey))) return null
  try {
    return (await embed(endpoint, [query], { timeoutMs }))[0] ?? null
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    scope.log.warn({ err: error }, 'embedding endpoint failed, searching memories without it')
    if (!(error instanceof InputRefusedError)) await scope.store.set(backoffKey, '1', backoffMs)
    return null
  }
}
