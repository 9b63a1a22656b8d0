import { ExternalError } from '../../kernel/http-client/external-error.js'
import type { GuardedClient } from '../../kernel/http-client/guarded-client.js'
import { responseTimeoutMs, maxResponseBytes } from '../limits.js'
import type { Attempt } from '../log/delivery.schema.js'
import type { Receiver } from '../receiver.js'
import { sentBody } from './sent-body.js'
import { signedHeaders, type SigningKey } from './signature.js'

export interface DeliveryRequest {
  url: string
  receiver: Receiver
  /** Each key adds a signature, the current key first. */
  keys: readonly SigningKey[]
  eventId: string
  body: Buffer
}

export const isSuccess = ({ status }: Pick<Attempt, 'status'>) => status !== null && status >= 200 && status < 300

/**
 * Sends one attempt. Failures are returned in the attempt; it throws only when the client was closed at shutdown (`abortSignal`). A
 * redirect is not followed and counts as a failure, because events are meant only for the configured URL.
 */
export async function send(
  client: GuardedClient,
  { url, receiver, keys, eventId, body: event }: DeliveryRequest,
  now: Date,
  abortSignal: AbortSignal,
): Promise<Attempt> {
  const startedAt = performance.now()
  const attempt = (outcome: Pick<Attempt, 'status' | 'error' | 'response'>): Attempt => ({
    at: now.toISOString(),
    url,
    durationMs: Math.round(performance.now() - startedAt),
    ...outcome,
  })
  const body = sentBody(receiver, event)
  const headers: Record<string, string> = { 'content-type': 'application/json', ...signedHeaders(keys, eventId, body, now) }
  const [key] = keys
  if (key && receiver === 'segment') headers['authorization'] = key.basic
  try {
    const response = await client.post(url, { headers, body, timeoutMs: responseTimeoutMs, maxBytes: maxResponseBytes })
    return attempt({ status: response.status, error: null, response: textOf(response.body) })
  } catch (error) {
    if (error instanceof ExternalError && !abortSignal.aborted) return attempt({ status: null, error: error.message, response: null })
    throw error
  }
}

// PostgreSQL text cannot contain NUL characters.
const textOf = (body: Buffer) => body.toString('utf8').replaceAll('\0', '')
