/**
 * The only HTTP client for user-supplied addresses (webhooks, pages, images, imports). Allows http and https to public addresses, checks
 * every redirect as well, and limits time and size.
 */
import { once } from 'node:events'
import { isIP } from 'node:net'
import type { Writable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { Agent, Dispatcher } from 'undici'
import { linkAbort } from '../link-abort.js'
import { seconds } from '../time.js'
import { withTimeout } from '../with-timeout.js'
import { ExternalError, toExternalError } from './external-error.js'
import {
  type Guard,
  guardedConnector,
  hostWithoutBrackets,
  notPublicError,
  publicResolver,
  resolveAllowed,
  systemResolver,
} from './guarded-connect.js'
import { postOnce, type PostRequest, type PostResponse, type Target } from './guarded-post.js'
import { isPublicAddress } from './public-address.js'

export interface ExternalRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
  /** Covers name resolution, connecting, redirects and the whole response. */
  timeoutMs?: number
  /** Maximum size of the response body. */
  maxBytes?: number
  /** Whether a larger body is an error or is truncated. */
  onOverflow?: 'reject' | 'clip'
  /** More redirects are an error. Only GET and HEAD follow redirects; for other methods the redirect is the response. */
  maxRedirects?: number
  signal?: AbortSignal
  /** Receives a body with status 200 as it arrives; `body` is then empty. The caller ends the stream. */
  writeTo?: Writable
}

export interface ExternalResponse {
  /** The final address, after redirects. */
  url: string
  status: number
  /** By lower-case name. A repeated header is a list. */
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** Whether `body` is incomplete. */
  truncated: boolean
}

export interface GuardedClient {
  /** Resolves with a response of any status. Throws `ExternalError` when there is none. */
  request(url: string, request?: ExternalRequest): Promise<ExternalResponse>
  /** Posts without following redirects, optimised for thousands of requests a second. Throws like `request`. */
  post(url: string, request: PostRequest): Promise<PostResponse>
  /** Checks an address without connecting. Throws `ExternalError` when it is not allowed (`refused`) or its host does not resolve in time. */
  check(url: string): Promise<void>
  close(): Promise<void>
}

export interface GuardedClientOptions extends Partial<Guard> {
  /** Allows requests to this machine and its network. */
  allowPrivateTargets?: boolean
  userAgent: string
  /** Maximum connections per host. */
  connections?: number
}

const defaults = { timeoutMs: seconds(10), maxBytes: 1024 * 1024, maxRedirects: 5 }
const connectTimeoutMs = seconds(5)
const checkTimeoutMs = seconds(3)
const maxHeaderBytes = 16 * 1024
/** Parsed addresses of `post` that are cached. */
const maxCachedTargets = 10_000

export function openGuardedClient(options: GuardedClientOptions): GuardedClient {
  const { allowPrivateTargets = false, userAgent, connections = 16 } = options
  const guard: Guard = {
    resolve: options.resolve ?? (allowPrivateTargets ? systemResolver : publicResolver()),
    isAllowed: options.isAllowed ?? (allowPrivateTargets ? () => true : isPublicAddress),
  }
  let agent: Promise<Agent> | undefined
  const getAgent = () => (agent ??= openAgent(guard, connections))
  const targets = new LRUCache<string, Target>({ max: maxCachedTargets })
  const parseTarget = (url: string): Target => {
    const { origin, pathname, search } = parseAllowedUrl(url, guard)
    const target = { origin, path: pathname + search }
    targets.set(url, target)
    return target
  }
  return {
    async post(url, request) {
      const target = targets.get(url) ?? parseTarget(url)
      return postOnce(await getAgent(), target, {
        ...request,
        headers: { ...request.headers, 'user-agent': userAgent, 'accept-encoding': 'identity' },
      })
    },
    async request(url, request = {}) {
      const timeout = new AbortController()
      const timer = setTimeout(() => timeout.abort(), request.timeoutMs ?? defaults.timeoutMs)
      const unlink = linkAbort(timeout, request.signal)
      const headers = { 'user-agent': userAgent, 'accept-encoding': 'identity', ...lowerCaseNames(request.headers ?? {}) }
      try {
        const first = parseAllowedUrl(url, guard)
        const bounded = { ...request, ...limits(request, timeout.signal), headers }
        return await Promise.race([sendFollowingRedirects(await getAgent(), guard, first, bounded), rejectOnAbort(bounded.signal)])
      } catch (error) {
        throw request.signal?.aborted ? error : toExternalError(error, timeout.signal.aborted)
      } finally {
        clearTimeout(timer)
        unlink()
      }
    },
    async check(url) {
      const host = hostWithoutBrackets(parseAllowedUrl(url, guard).hostname)
      if (!isIP(host)) await withTimeout(resolveAllowed(host, guard), checkTimeoutMs, resolutionTimedOut)
    },
    close: async () => (await agent)?.destroy(),
  }
}

/** Loads the HTTP library with the first request, so that process start does not wait for it. */
async function openAgent(guard: Guard, connections: number): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici')
  return new Agent({
    connect: guardedConnector(buildConnector, guard, connectTimeoutMs),
    maxHeaderSize: maxHeaderBytes,
    connections,
    pipelining: 1,
  })
}

interface BoundedRequest extends ExternalRequest {
  headers: Record<string, string>
  maxBytes: number
  maxRedirects: number
  signal: AbortSignal
}

function limits(
  { method = 'GET', maxBytes = defaults.maxBytes, maxRedirects = defaults.maxRedirects }: ExternalRequest,
  signal: AbortSignal,
) {
  return { maxBytes, maxRedirects: method === 'GET' || method === 'HEAD' ? maxRedirects : 0, signal }
}

const resolutionTimedOut = () => new ExternalError('timeout', 'The name servers did not answer in time.')

/** Rejects when the signal aborts, or at once if it already has. The HTTP library ignores its signal while it resolves or connects. */
const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })

const lowerCaseNames = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Parses and checks a URL. The parser also normalises decimal, octal, hexadecimal and shortened IPv4 addresses. */
function parseAllowedUrl(text: string, { isAllowed }: Guard, base?: string): URL {
  if (!URL.canParse(text, base)) throw new ExternalError('refused', 'The address is not a valid URL.')
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ExternalError('refused', 'The address must begin with http:// or https://.')
  if (url.username || url.password) throw new ExternalError('refused', 'The address must not contain a user name or password.')
  const host = hostWithoutBrackets(url.hostname)
  const address = loopbackName.test(host) ? '127.0.0.1' : host
  if (isIP(address) && !isAllowed(address)) throw notPublicError(host)
  return url
}

/** Names that mean this machine, whatever a name server answers (RFC 6761). */
const loopbackName = /(?:^|\.)localhost\.?$/

async function sendFollowingRedirects(agent: Agent, guard: Guard, first: URL, request: BoundedRequest): Promise<ExternalResponse> {
  let url = first
  let headers = request.headers
  for (let redirects = 0; ; redirects++) {
    const response = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method ?? 'GET',
      headers,
      body: request.body ?? null,
      signal: request.signal,
      // The total timeout applies; the library's own must not fire earlier.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const target = request.maxRedirects > 0 ? redirectTarget(response) : undefined
    if (!target) return { url: url.href, status: response.statusCode, headers: response.headers, ...(await readBody(response, request)) }
    discardBody(response)
    if (redirects === request.maxRedirects)
      throw new ExternalError('too_many_redirects', `The address redirects more than ${request.maxRedirects} times.`)
    const next = parseAllowedUrl(target, guard, url.href)
    if (next.origin !== url.origin) headers = withoutCredentials(headers)
    url = next
  }
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

function redirectTarget({ statusCode, headers: { location } }: Dispatcher.ResponseData): string | undefined {
  return redirectStatuses.has(statusCode) && typeof location === 'string' ? location : undefined
}

/** Names of headers with credentials; APIs have their own, such as `x-api-key`. */
const credentialHeader = /authorization|cookie|key|token|secret/

/** Credentials for one origin must not be sent to another. */
const withoutCredentials = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !credentialHeader.test(name)))

function discardBody({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined) // destroying an unread body emits an error
  body.destroy()
}

async function readBody(
  { body, headers, statusCode }: Dispatcher.ResponseData,
  { maxBytes, onOverflow = 'reject', writeTo }: BoundedRequest,
): Promise<{ body: Buffer; truncated: boolean }> {
  const tooLarge = () => new ExternalError('too_large', `The response is larger than ${maxBytes} bytes.`)
  body.on('error', () => undefined)
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    if (onOverflow === 'reject' && Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (!writeTo || statusCode !== 200) chunks.push(chunk)
      else if (bytes <= maxBytes && !writeTo.write(chunk)) await once(writeTo, 'drain')
      if (bytes > maxBytes) break
    }
  } finally {
    body.destroy()
  }
  if (bytes > maxBytes && onOverflow === 'reject') throw tooLarge()
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: bytes > maxBytes }
}
