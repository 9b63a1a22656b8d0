import { z } from 'zod'
import type { ModelEndpoint } from '../../kernel/config.js'
import { truncateText } from '../../kernel/truncate-text.js'
import { callModel, ModelError } from '../model-endpoint.js'

const Embeddings = z.object({ data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()).min(1) })) })

/** Most models reject longer inputs. The beginning of a memory is enough to find it. */
export const maxInputLength = 8000

/** Returns a unit vector for each text, in the same order. */
export async function embed(
  endpoint: ModelEndpoint,
  texts: readonly string[],
  { timeoutMs, maxLength = maxInputLength }: { timeoutMs: number; maxLength?: number | undefined },
): Promise<Float32Array[]> {
  const { data } = await callModel(
    endpoint,
    '/embeddings',
    { model: endpoint.model, input: texts.map((text) => truncateText(text, maxLength)), encoding_format: 'float' },
    { schema: Embeddings, timeoutMs },
  )
  const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]))
  return texts.map((_, index) => {
    const vector = byIndex.get(index)
    if (!vector) throw new ModelError('/embeddings returned no vector for a text')
    return normalize(vector)
  })
}

function normalize(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector) || 1
  return Float32Array.from(vector, (component) => component / length)
}

/** Cosine similarity of two unit vectors; 0 if their dimensions differ, because they are from different models. */
export function similarity(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number)
  return sum
}

export const toBytes = (vector: Float32Array): Buffer => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
/** Copies the bytes, because a `Float32Array` requires an aligned buffer. */
export const fromBytes = (bytes: Buffer): Float32Array => new Float32Array(new Uint8Array(bytes).buffer, 0, Math.floor(bytes.length / 4))
