import type { Scope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'
import type { Visible } from '../memory.queries.js'
import { ModelError } from '../model-endpoint.js'
import { embed, similarity } from './embed.js'
import { isIndexed, nearest } from './vector-index.queries.js'
import { candidateVectors } from './vector.queries.js'

export interface MeaningHit {
  id: string
  similarity: number
}

/** Newest memories that are compared with the question, besides those that its words and pgvector's index found. */
const newest = 500

/** What is less alike than this has nothing to do with the question. */
const least = 0.1

/** Whoever searches waits so long for the question's vector, and then is answered without. */
const patience = seconds(2)

/** After a failure nobody waits again for a while. */
const pause = seconds(30)
const pauseKey = 'memories:embeddings-are-down'

/** By what they mean, the closest first. Empty where no endpoint is configured, or where it does not answer. */
export async function rankedByMeaning(
  scope: Scope,
  question: string,
  visible: Visible,
  { ids, limit }: { ids: readonly string[]; limit: number },
): Promise<MeaningHit[]> {
  const endpoint = scope.config.memoryEmbeddings
  const asked = endpoint && (await vectorOf(scope, question))
  if (!endpoint || !asked) return []
  const near = (await isIndexed(scope)) ? await nearest(scope, visible, endpoint.model, { asked, limit }) : []
  const candidates = await candidateVectors(scope, visible, endpoint.model, { newest, ids: [...ids, ...near] })
  return candidates
    .map(({ id, vector }) => ({ id, similarity: similarity(asked, vector) }))
    .filter((one) => one.similarity >= least)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, limit)
}

async function vectorOf(scope: Scope, question: string): Promise<Float32Array | null> {
  const endpoint = scope.config.memoryEmbeddings
  if (!endpoint || (await scope.store.get(pauseKey))) return null
  try {
    return (await embed(endpoint, [question], patience))[0] ?? null
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    scope.log.warn({ err: error }, 'the embedding endpoint failed; memories are searched without it for a while')
    await scope.store.set(pauseKey, '1', pause)
    return null
  }
}
