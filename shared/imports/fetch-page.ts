/** Reads one page of a provider. Waits as the provider demands, and repeats requests that failed for a passing reason. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceError } from '../kernel/errors.js'
import { ExternalError } from '../kernel/http-client/external-error.js'
import type { Scope } from '../kernel/scope.js'
import { seconds } from '../kernel/time.js'
import { providerFailed, tokenRefused } from './errors.js'
import type { Page, Provider, SourceOptions } from './providers/index.js'

const maxPageBytes = 16 * 1024 * 1024
const maxFailures = 5
const firstPauseMs = 200
/** A longer pause is shortened: the provider then answers 429 again. */
const maxPauseMs = seconds(60)
const maxRateLimited = 120

export interface PageRequest {
  provider: Provider
  address: string
  token: string
  cursor: string | null
  options: SourceOptions
}

/** Returns the page, a permanent error, or null when `deadline` passes first. */
export async function fetchPage(
  { guardedClient }: Pick<Scope, 'guardedClient'>,
  { provider, address, token, cursor, options }: PageRequest,
  deadline: number,
): Promise<Page | ServiceError | null> {
  let [failures, limited] = [0, 0]
  for (;;) {
    const answer = await request()
    if (answer instanceof ExternalError && answer.reason === 'refused') return providerFailed(provider.title, answer.message)
    if (answer instanceof ExternalError || answer.status >= 500) {
      if (++failures === maxFailures) return providerFailed(provider.title, describe(answer))
      if (!(await pause(firstPauseMs * 2 ** failures))) return null
    } else if (answer.status === 429) {
      if (++limited === maxRateLimited) return providerFailed(provider.title, describe(answer))
      if (!(await pause(retryAfterMs(answer.headers['retry-after'])))) return null
    } else if (answer.status === 401) return tokenRefused(provider.title)
    else if (answer.status === 403 || answer.status === 404) return skippedOr(answer)
    else if (answer.status !== 200) return providerFailed(provider.title, describe(answer))
    else return readPage(provider, answer.body, cursor, options)
  }

  /** Some plans lack some kinds of objects. */
  function skippedOr(answer: { status: number }): Page | ServiceError {
    const refused = answer.status === 403 ? tokenRefused(provider.title) : providerFailed(provider.title, describe(answer))
    return provider.skip?.(cursor) ?? refused
  }

  async function request() {
    try {
      const headers = { accept: 'application/json', ...provider.headers(token, options) }
      return await guardedClient.request(address + provider.path(cursor, token, options), {
        headers,
        maxBytes: maxPageBytes,
        timeoutMs: seconds(30),
      })
    } catch (error) {
      if (error instanceof ExternalError) return error
      throw error
    }
  }

  async function pause(ms: number): Promise<boolean> {
    const left = deadline - performance.now()
    await sleep(Math.max(0, Math.min(ms, maxPauseMs, left)))
    return performance.now() < deadline
  }
}

const describe = (answer: { status: number } | ExternalError) =>
  answer instanceof ExternalError ? answer.message : `It answered with status ${answer.status}.`

/** `Retry-After` in seconds or as a date. */
export function retryAfterMs(header: string | string[] | undefined, now = Date.now()): number {
  const text = String(header ?? '').trim()
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? seconds(2) : Math.max(0, date - now)
}

function readPage(provider: Provider, body: Buffer, cursor: string | null, options: SourceOptions): Page | ServiceError {
  try {
    return provider.read(JSON.parse(body.toString('utf8')), cursor, options)
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
    return providerFailed(provider.title, 'A page is not in the documented form.')
  }
}
