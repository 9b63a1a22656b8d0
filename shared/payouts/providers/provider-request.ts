/** Requests to a provider. */
import { ExternalError } from '../../kernel/http-client/external-error.js'
import type { ExternalRequest, GuardedClient } from '../../kernel/http-client/guarded-client.js'
import { providerTimeoutMs } from '../limits.js'

export interface ProviderResponse {
  /** Null if there was no response. */
  status: number | null
  /** The parsed body; null if it is no JSON object. */
  body: Record<string, unknown> | null
  /** Whether the request certainly did not reach the provider. */
  notSent: boolean
  error: string | null
}

/** Never throws for a provider that does not respond: whether the request had an effect is a matter of the caller. */
export async function requestProvider(client: GuardedClient, url: string, request: ExternalRequest): Promise<ProviderResponse> {
  try {
    const { status, body } = await client.request(url, { timeoutMs: providerTimeoutMs / 2, maxRedirects: 0, ...request })
    return { status, body: parseObject(body), notSent: false, error: null }
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error
    return { status: null, body: null, notSent: error.reason === 'refused', error: error.message }
  }
}

/** Timeouts on the way, and requests that another one with the same key interrupts. */
const uncertainStatuses: ReadonlySet<number> = new Set([408, 409, 424, 425])

/**
 * Whether an order may have been carried out in spite of the response: an error that does not come from the provider itself, such as that
 * of a proxy, says nothing about it.
 */
export const isUncertain = ({ status, body }: ProviderResponse): boolean =>
  status === null || status < 400 || status >= 500 || body === null || uncertainStatuses.has(status)

function parseObject(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** A nested value of a response: `valueAt(body, 'error', 'message')`. */
export function valueAt(value: unknown, ...path: (string | number)[]): unknown {
  let current = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined
    current = (current as Record<string | number, unknown>)[key]
  }
  return current
}

export const textAt = (value: unknown, ...path: (string | number)[]): string | null => {
  const found = valueAt(value, ...path)
  return typeof found === 'string' && found !== '' ? found.slice(0, 500) : null
}

export const listAt = (value: unknown, ...path: (string | number)[]): unknown[] => {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found : []
}
