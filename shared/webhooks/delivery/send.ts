import type { GuardedClient } from '../../kernel/guarded-client.js'
import { OutsideError } from '../../kernel/outside-error.js'
import { answerWithin, keptAnswerBytes } from '../limits.js'
import type { Attempt } from '../log/delivery.schema.js'
import { signedHeaders, type SigningKey } from './signature.js'

export interface Letter {
  url: string
  /** Those that sign, the present one first. */
  keys: readonly SigningKey[]
  eventId: string
  body: Buffer
}

export const isSuccess = ({ status }: Pick<Attempt, 'status'>) => status !== null && status >= 200 && status < 300

/**
 * Sends once. What goes wrong is in the answer; it throws only where the client was closed at the end of the process (`cut`). A redirect is
 * no success: what was meant for one address is not for another.
 */
export async function send(client: GuardedClient, { url, keys, eventId, body }: Letter, now: Date, cut: AbortSignal): Promise<Attempt> {
  const started = performance.now()
  const attempt = (more: Pick<Attempt, 'status' | 'error' | 'response'>): Attempt => ({
    at: now.toISOString(),
    url,
    durationMs: Math.round(performance.now() - started),
    ...more,
  })
  const headers = { 'content-type': 'application/json', ...signedHeaders(keys, eventId, body, now) }
  try {
    const answer = await client.post(url, { headers, body, within: answerWithin, keptBytes: keptAnswerBytes })
    return attempt({ status: answer.status, error: null, response: textOf(answer.body) })
  } catch (error) {
    if (error instanceof OutsideError && !cut.aborted) return attempt({ status: null, error: error.message, response: null })
    throw error
  }
}

// The database takes no NUL character.
const textOf = (body: Buffer) => body.toString('utf8').replaceAll('\0', '')
