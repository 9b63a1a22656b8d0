/** Reads one page of a provider. Waits as the provider demands, and repeats requests that failed for a passing reason. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '../kernel/errors.js'
import { ExternalError } from '../kernel/http-client/external-error.js'
import type { Scope } from '../kernel/scope.js'
import { seconds } from '../kernel/time.js'
import { providerFailed, tokenRefused } from './errors.js'
import type { Page, Provider, SourceOptions } from './providers/index.js'
import { parseStorableJson } from './source-values.js'

const maxPageBytes = 16 * 1024 * 1024
const maxFailures = 5
const firstPauseMs = 200
/** A longer pause is shortened: the provider then answers 429 again. */
const maxPauseMs = seconds(60)
const maxRateLimited = 120

export interface Source {
  provider: Provider
  address: string
  /** Address of the API with the clicks of links, if it is another one. */
  clicksAddress?: string | undefined
  token: string
  options: SourceOptions
}

/** A page, or several small ones. */
const minRows = 50
const maxSmallPages = 100

/** Like `fetchPage`; small pages are returned as one, as far as they can be read. */
export async function fetchPages(
  scope: Client,
  source: Source & { cursor: string | null },
  deadline: number,
): Promise<Page | ServiceError | null> {
  let page = await fetchPage(scope, source, deadline)
  for (let count = 1; count < maxSmallPages; count++) {
    if (page === null || page instanceof ServiceError || !page.isSmall || page.next === null || page.rows.length >= minRows) break
    const more = await fetchPage(scope, { ...source, cursor: page.next }, deadline)
    if (more === null || more instanceof ServiceError || !more.isSmall) break
    page = { ...more, rows: [...page.rows, ...more.rows] } as Page
  }
  return page
}

/** Returns the page, a permanent error, or null when `deadline` passes first. */
export async function fetchPage(
  scope: Client,
  source: Source & { cursor: string | null },
  deadline: number,
): Promise<Page | ServiceError | null> {
  const { provider, token, cursor, options } = source
  const answer = await fetchAnswer(scope, source, provider.path(cursor, token, options), deadline)
  if (answer === null || answer instanceof ServiceError) return answer
  if (answer.status === 200) {
    const page = readPage(provider, answer.body, cursor, options)
    return page instanceof ServiceError ? page : addClicks(scope, source, page, deadline)
  }
  // Some plans lack some kinds of objects.
  const refused = answer.status === 403 ? tokenRefused(provider.title) : providerFailed(provider.title, describe(answer))
  return provider.skip?.(cursor) ?? refused
}

/** Returns the JSON body at a path, a permanent error, or null when `deadline` passes first. */
export async function fetchBody(scope: Client, source: Source, path: string, deadline: number): Promise<unknown> {
  const answer = await fetchAnswer(scope, source, path, deadline)
  if (answer === null || answer instanceof ServiceError) return answer
  const { title } = source.provider
  if (answer.status !== 200) return answer.status === 403 ? tokenRefused(title) : providerFailed(title, describe(answer))
  try {
    return parseStorableJson(answer.body.toString('utf8'))
  } catch {
    return providerFailed(title, 'The answer is not JSON.')
  }
}

/** How many objects the source has, or undefined if it does not return that. */
export async function fetchTotal(scope: Client, source: Source, deadline: number): Promise<number | undefined> {
  let sum = 0
  for (const path of source.provider.totals?.paths ?? []) {
    const answer = await fetchAnswer(scope, source, path, deadline)
    if (answer === null || answer instanceof ServiceError) return undefined
    try {
      if (answer.status === 200) sum += source.provider.totals?.read(parseStorableJson(answer.body.toString('utf8'))) ?? 0
    } catch {
      // A list without a number of its objects is read all the same.
    }
  }
  return sum || undefined
}

const clickRequestsAtOnce = 4

/** Adds the clicks of links whose list lacks them. Those that the provider does not return stay 0. Null when `deadline` passes first. */
async function addClicks(scope: Client, source: Source & { cursor: string | null }, page: Page, deadline: number): Promise<Page | null> {
  const { provider, cursor, options, clicksAddress } = source
  if (!provider.clicks || page.kind !== 'link' || options.importClicks === false) return page
  const { path, read, linksPerRequest } = provider.clicks
  const ids = page.rows.flatMap((row) => row?.clicksId ?? [])
  const parts = Array.from({ length: Math.ceil(ids.length / linksPerRequest) }, (_, at) =>
    ids.slice(at * linksPerRequest, (at + 1) * linksPerRequest),
  )
  const clicks = new Map<string, number>()
  const atClicks = { ...source, address: clicksAddress ?? source.address }
  const work = async (): Promise<void> => {
    for (let part = parts.pop(); part; part = parts.pop()) {
      const answer = await fetchAnswer(scope, atClicks, path(part, cursor), deadline)
      if (answer === null) return
      if (answer instanceof ServiceError || answer.status !== 200) continue
      for (const [id, count] of readClicks(read, answer.body, part)) clicks.set(id, count)
    }
  }
  await Promise.all(Array.from({ length: clickRequestsAtOnce }, work))
  if (performance.now() >= deadline) return null
  return { ...page, rows: page.rows.map((row) => row && { ...row, clicks: clicks.get(row.clicksId ?? '') ?? row.clicks }) }
}

function readClicks(read: NonNullable<Provider['clicks']>['read'], body: Buffer, ids: readonly string[]): ReadonlyMap<string, number> {
  try {
    return read(parseStorableJson(body.toString('utf8')), ids)
  } catch {
    return new Map()
  }
}

type Client = Pick<Scope, 'guardedClient'>
interface Answer {
  status: number
  body: Buffer
}

/** Returns an answer with status 200, 403 or 404, a permanent error, or null when `deadline` passes first. */
async function fetchAnswer(
  { guardedClient }: Client,
  { provider, address, token, options }: Source,
  path: string,
  deadline: number,
): Promise<Answer | ServiceError | null> {
  let [failures, limited] = [0, 0]
  for (;;) {
    const answer = await request()
    if (answer instanceof ExternalError && answer.reason === 'refused') return providerFailed(provider.title, answer.message)
    if (answer instanceof ExternalError || answer.status >= 500) {
      if (++failures === maxFailures) return providerFailed(provider.title, describe(answer))
      if (!(await pause(firstPauseMs * 2 ** failures))) return null
    } else if (answer.status === 429) {
      if (++limited === maxRateLimited) return providerFailed(provider.title, describe(answer))
      if (!(await pause(retryAfterMs(answer.headers['retry-after'], limited)))) return null
    } else if (answer.status === 401) return tokenRefused(provider.title)
    else if ([200, 403, 404].includes(answer.status)) return answer
    else return providerFailed(provider.title, describe(answer))
  }

  async function request() {
    try {
      const headers = { accept: 'application/json', ...provider.headers(token, options) }
      return await guardedClient.request(address + path, { headers, maxBytes: maxPageBytes, timeoutMs: seconds(30) })
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

/** `Retry-After` in seconds or as a date. Without it the pause doubles with each attempt. */
export function retryAfterMs(header: string | string[] | undefined, attempt = 1, now = Date.now()): number {
  const text = String(header ?? '').trim()
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? Math.min(seconds(2) * 2 ** (attempt - 1), maxPauseMs) : Math.max(0, date - now)
}

function readPage(provider: Provider, body: Buffer, cursor: string | null, options: SourceOptions): Page | ServiceError {
  try {
    return provider.read(parseStorableJson(body.toString('utf8')), cursor, options)
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
    return providerFailed(provider.title, 'A page is not in the documented form.')
  }
}
