/**
 * The one way in which the service asks an address that somebody gave (webhooks, pages, pictures, imports): http and https only, nothing
 * but public addresses, also after each redirect, within limits of time and size.
 */
import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Agent, Dispatcher } from 'undici'
import { bareHost, checkedAddresses, type Guard, guardedConnector, notPublic, publicResolver, systemResolver } from './guarded-connect.js'
import { type PostAnswer, type Posting, postOnce, type Target } from './guarded-post.js'
import { asOutsideError, OutsideError } from './outside-error.js'
import { isPublicAddress } from './public-address.js'
import { seconds } from './time.js'

export interface OutsideRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
  /** Milliseconds for everything together: names, connections, redirects, the whole answer. */
  within?: number
  /** Bytes of the answer's body. */
  maxBytes?: number
  /** What becomes of a longer body: an error, or the beginning of it. */
  longer?: 'refuse' | 'cut'
  /** Redirects that are followed; one more is an error. Only GET and HEAD follow any: a POST is answered by the redirect itself. */
  redirects?: number
  signal?: AbortSignal
}

export interface OutsideAnswer {
  /** The address that answered: the last one of the redirects. */
  url: string
  status: number
  /** Names in lower case. A header that came repeatedly is a list. */
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** Whether the body was longer than what is here. */
  cut: boolean
}

export interface GuardedClient {
  /** Throws `OutsideError` where no answer was had; an answer with any status is an answer. */
  request(url: string, request?: OutsideRequest): Promise<OutsideAnswer>
  /** Posts without following redirects; for those who post thousands of times a second. Throws as `request` does. */
  post(url: string, posting: Posting): Promise<PostAnswer>
  /** Throws `OutsideError` where the address must not be asked (`refused`), or its host is not found in time. Asks name servers only. */
  check(url: string): Promise<void>
  close(): Promise<void>
}

export interface GuardedClientOptions extends Partial<Guard> {
  /** Lets requests reach this machine and its network. */
  allowPrivateTargets?: boolean
  userAgent: string
  /** To one host at a time. */
  connections?: number
}

const defaults = { within: seconds(10), maxBytes: 1024 * 1024, redirects: 5 }
const connectWithin = seconds(5)
const checkWithin = seconds(3)
const maxHeaderBytes = 16 * 1024
/** Addresses that are posted to and need not be parsed again. */
const rememberedTargets = 10_000

export function openGuardedClient(options: GuardedClientOptions): GuardedClient {
  const { allowPrivateTargets = false, userAgent, connections = 16 } = options
  const guard: Guard = {
    resolve: options.resolve ?? (allowPrivateTargets ? systemResolver : publicResolver()),
    mayReach: options.mayReach ?? (allowPrivateTargets ? () => true : isPublicAddress),
  }
  let agent: Promise<Agent> | undefined
  const opened = () => (agent ??= openAgent(guard, connections))
  const targets = new LRUCache<string, Target>({ max: rememberedTargets })
  const targetOf = (url: string): Target => {
    const { origin, pathname, search } = checkedUrl(url, guard)
    const target = { origin, path: pathname + search }
    targets.set(url, target)
    return target
  }
  return {
    async post(url, posting) {
      const target = targets.get(url) ?? targetOf(url)
      return postOnce(await opened(), target, {
        ...posting,
        headers: { ...posting.headers, 'user-agent': userAgent, 'accept-encoding': 'identity' },
      })
    },
    async request(url, request = {}) {
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), request.within ?? defaults.within)
      const letGo = tie(late, request.signal)
      const headers = { 'user-agent': userAgent, 'accept-encoding': 'identity', ...lowerCase(request.headers ?? {}) }
      try {
        const first = checkedUrl(url, guard)
        const limited = { ...request, ...limits(request, late.signal), headers }
        return await Promise.race([follow(await opened(), guard, first, limited), abandoned(limited.signal)])
      } catch (error) {
        throw request.signal?.aborted ? error : asOutsideError(error, late.signal.aborted)
      } finally {
        clearTimeout(timer)
        letGo()
      }
    },
    async check(url) {
      const host = bareHost(checkedUrl(url, guard).hostname)
      if (!isIP(host)) await inTime(checkedAddresses(host, guard), checkWithin)
    },
    close: async () => (await agent)?.destroy(),
  }
}

/** With the first address that is asked: no start waits for the library, and it is large. */
async function openAgent(guard: Guard, connections: number): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici')
  return new Agent({
    connect: guardedConnector(buildConnector, guard, connectWithin),
    maxHeaderSize: maxHeaderBytes,
    connections,
    pipelining: 1,
  })
}

interface Limited extends OutsideRequest {
  headers: Record<string, string>
  maxBytes: number
  redirects: number
  signal: AbortSignal
}

function limits({ method = 'GET', maxBytes = defaults.maxBytes, redirects = defaults.redirects }: OutsideRequest, signal: AbortSignal) {
  return { maxBytes, redirects: method === 'GET' || method === 'HEAD' ? redirects : 0, signal }
}

/**
 * Ends `late` with the caller's signal until the answer is called. `AbortSignal.any` would leave work to the garbage collector for each of
 * thousands of requests.
 */
function tie(late: AbortController, signal: AbortSignal | undefined): () => void {
  if (!signal) return () => undefined
  const end = () => late.abort(signal.reason)
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  return () => signal.removeEventListener('abort', end)
}

async function inTime<Result>(work: Promise<Result>, within: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutsideError('timeout', 'The name servers did not answer in time.')), within)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** A request that still looks up a name or connects does not notice its signal; this does, also one that was given before. */
const abandoned = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })

const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Also turns decimal, octal, hexadecimal and shortened forms of an address into the plain one, as every URL parser must. */
function checkedUrl(text: string, { mayReach }: Guard, base?: string): URL {
  if (!URL.canParse(text, base)) throw new OutsideError('refused', 'The address is not a valid URL.')
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutsideError('refused', 'The address must begin with http:// or https://.')
  if (url.username || url.password) throw new OutsideError('refused', 'The address must not hold a user name or a password.')
  const host = bareHost(url.hostname)
  if (isIP(host) && !mayReach(host)) throw notPublic(host)
  return url
}

async function follow(agent: Agent, guard: Guard, first: URL, request: Limited): Promise<OutsideAnswer> {
  let url = first
  let headers = request.headers
  for (let hop = 0; ; hop++) {
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method ?? 'GET',
      headers,
      body: request.body ?? null,
      signal: request.signal,
      // The one limit for everything together rules; these must not be earlier than it.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const target = request.redirects > 0 ? redirectTarget(answer) : undefined
    if (!target) return { url: url.href, status: answer.statusCode, headers: answer.headers, ...(await readBody(answer, request)) }
    discard(answer)
    if (hop === request.redirects)
      throw new OutsideError('too_many_redirects', `The address redirects more than ${request.redirects} times.`)
    const next = checkedUrl(target, guard, url.href)
    if (next.origin !== url.origin) headers = withoutCredentials(headers)
    url = next
  }
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

function redirectTarget({ statusCode, headers: { location } }: Dispatcher.ResponseData): string | undefined {
  return redirectStatuses.has(statusCode) && typeof location === 'string' ? location : undefined
}

/** What was meant for one host must not reach another. */
const withoutCredentials = ({ authorization: _, cookie: __, ...others }: Record<string, string>) => others

function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined) // giving a body up is told as an error
  body.destroy()
}

async function readBody(
  { body, headers }: Dispatcher.ResponseData,
  { maxBytes, longer = 'refuse' }: Limited,
): Promise<{ body: Buffer; cut: boolean }> {
  const tooLarge = () => new OutsideError('too_large', `The answer is larger than ${maxBytes} bytes.`)
  body.on('error', () => undefined)
  const parts: Buffer[] = []
  let bytes = 0
  try {
    if (longer === 'refuse' && Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
    for await (const part of body as AsyncIterable<Buffer>) {
      parts.push(part)
      bytes += part.length
      if (bytes > maxBytes) break
    }
  } finally {
    body.destroy()
  }
  if (bytes > maxBytes && longer === 'refuse') throw tooLarge()
  return { body: Buffer.concat(parts).subarray(0, maxBytes), cut: bytes > maxBytes }
}
