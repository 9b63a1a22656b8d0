/** Calls model endpoints with the OpenAI API. The operator configures them, so they may be on a private network. */
import type { z } from 'zod'
import type { ModelEndpoint } from '../kernel/config.js'

/** The endpoint did not respond, returned an error, or returned an invalid response. */
export class ModelError extends Error {
  override name = 'ModelError'
}

/** The endpoint works and refuses this input, for example because it has more tokens than the model accepts. */
export class InputRefusedError extends ModelError {}

/** Bad request, content too large, unprocessable content. */
const refusalStatuses: ReadonlySet<number> = new Set([400, 413, 422])

/** Sends a POST request and parses the response. Throws `ModelError` on failure or timeout. */
export async function callModel<Result>(
  { url, key }: ModelEndpoint,
  path: string,
  body: object,
  { schema, timeoutMs }: { schema: z.ZodType<Result>; timeoutMs: number },
): Promise<Result> {
  const headers = { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) }
  try {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    if (!response.ok) {
      const message = `${path} returned status ${response.status}`
      throw refusalStatuses.has(response.status) ? new InputRefusedError(message) : new ModelError(message)
    }
    return schema.parse(await response.json())
  } catch (error) {
    throw error instanceof ModelError ? error : new ModelError(`${path} returned no valid response`, { cause: error })
  }
}
