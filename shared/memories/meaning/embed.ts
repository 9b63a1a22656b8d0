import { z } from 'zod'
import type { ModelEndpoint } from '../../kernel/config.js'
import { askModel, ModelError } from '../model-endpoint.js'

const Embeddings = z.object({ data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()).min(1) })) })

// Beyond that most models refuse; what a memory is about, its beginning says.
const longestInput = 8000

/** One vector for each text, in their order, each of length 1. */
export async function embed(endpoint: ModelEndpoint, texts: readonly string[], within: number): Promise<Float32Array[]> {
  const { data } = await askModel(
    endpoint,
    '/embeddings',
    { model: endpoint.model, input: texts.map((text) => text.slice(0, longestInput)), encoding_format: 'float' },
    { answer: Embeddings, within },
  )
  const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]))
  return texts.map((_, at) => {
    const vector = byIndex.get(at)
    if (!vector) throw new ModelError('/embeddings left a text out')
    return normalised(vector)
  })
}

function normalised(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector) || 1
  return Float32Array.from(vector, (one) => one / length)
}

/** The cosine of two vectors of length 1; 0 where they are of different models. */
export function similarity(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number)
  return sum
}

export const toBytes = (vector: Float32Array): Buffer => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
/** A copy: bytes from the database lie anywhere, numbers must not. */
export const fromBytes = (bytes: Buffer): Float32Array => new Float32Array(new Uint8Array(bytes).buffer, 0, Math.floor(bytes.length / 4))
