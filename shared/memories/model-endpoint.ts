/** Endpoints that speak the OpenAI dialect. Who runs the installation names them, so they may be on its own network. */
import type { z } from 'zod'
import type { ModelEndpoint } from '../kernel/config.js'

/** No answer, a refusal, or something else than was asked for. */
export class ModelError extends Error {
  override name = 'ModelError'
}

/** Posts, and reads the answer. Throws `ModelError` after `within` milliseconds at the latest. */
export async function askModel<Answer>(
  { url, key }: ModelEndpoint,
  path: string,
  body: object,
  { answer, within }: { answer: z.ZodType<Answer>; within: number },
): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) }
  try {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(within),
      redirect: 'error',
    })
    if (!response.ok) throw new ModelError(`${path} answered ${response.status}`)
    return answer.parse(await response.json())
  } catch (error) {
    throw error instanceof ModelError ? error : new ModelError(`${path} gave no usable answer`, { cause: error })
  }
}
