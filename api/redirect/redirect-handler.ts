/** The redirect handler answers short-link requests before Koa sees them: the framework costs more than the redirect itself. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connectionErrorLogger } from '../../shared/kernel/connection-errors.js'
import type { Log } from '../../shared/kernel/log.js'
import { type MaybePromise, thenMaybe } from '../../shared/kernel/maybe-promise.js'
import { counter } from '../../shared/kernel/metrics.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { type DomainRecord, openLinkDirectory } from '../../shared/links/index.js'
import { openClickRecorder, openGeoDatabase, openClickQueue } from '../../shared/tracking/index.js'
import type { RedirectContext } from './context.js'
import { cookieNames } from './cookies.js'
import { type CountedOutcome, followLink, type RedirectOutcome, replyWithoutClick, withoutEvent } from './follow-link.js'
import { type Reply, replyWithBody, sendReply } from './reply.js'
import { findDomain } from './resolve-link.js'
import { parseRequest, type ShortLinkRequest } from './short-link-request.js'
import { submitPassword } from './submit-password.js'
import { visitIds } from './visit-ids.js'

type NextHandler = (request: IncomingMessage, response: ServerResponse) => unknown

export interface RedirectHandler {
  /** Answers short-link requests and calls `next` for all others. */
  handle(request: IncomingMessage, response: ServerResponse, next: NextHandler): void
  /** False while clicks can be stored nowhere. */
  isStoringClicks(): boolean
  /** Resolves when the events of all answered requests are recorded. */
  close(): Promise<void>
}

// Counted here and collected with the other metrics, because the library looks up the labels on each call.
const responses = new Float64Array(600)
counter('redirects_total', 'Short-link responses by status', ['status'], (total) => {
  for (const [status, count] of responses.entries()) if (count > 0) total.inc({ status }, count)
  responses.fill(0)
})

/** Answered by the API on every domain. */
const belowApi = /^\/api(?:[/?]|$)/i

/** Files that browsers and crawlers request on their own. */
const nonLinkPaths = new Set(['/favicon.ico', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest'])

const unavailable = replyWithBody(503, 'The service is temporarily unavailable. Try again in a moment.', [
  'Content-Type',
  'text/plain',
  'Retry-After',
  '1',
])

export async function openRedirectHandler({
  resources,
  log,
  isApiPath,
}: {
  resources: Resources
  log: Log
  isApiPath: (path: string) => boolean
}): Promise<RedirectHandler> {
  const { config, database, queues, store, rateLimits, vault } = resources
  const context: RedirectContext = {
    config,
    log,
    store,
    rateLimits,
    vault,
    isApiPath,
    apiHost: new URL(config.baseUrl).hostname,
    directory: await openLinkDirectory({
      pool: database.pool,
      store,
      cachedLinks: config.linkCacheSize,
      onError: connectionErrorLogger(log),
    }),
    recorder: await openClickRecorder({ queue: openClickQueue({ queues, config, log }), store, dataDir: config.dataDir, log }),
    geo: await openGeoDatabase(config.geoipDatabase),
    cookies: cookieNames(config.clickIdParam),
    secure: config.baseUrl.startsWith('https:'),
    visitIds: visitIds(store, log),
  }
  return {
    handle(raw, response, next) {
      if (mayBeLink(raw)) answer({ context, raw, response, next })
      else next(raw, response)
    },
    isStoringClicks: context.recorder.isStoring,
    async close() {
      await context.recorder.close()
      await context.directory.close()
    },
  }
}

/** A request with its response. */
interface Exchange {
  context: RedirectContext
  raw: IncomingMessage
  response: ServerResponse
  next: NextHandler
}

function answer(exchange: Exchange): void {
  try {
    const outcome = handleRequest(exchange)
    if (outcome instanceof Promise) answerAsync(exchange, outcome)
    else respond(exchange, outcome)
  } catch (error) {
    fail(exchange, error)
  }
}

const answerAsync = (exchange: Exchange, outcome: Promise<RedirectOutcome | null>): void =>
  void outcome.then((outcome) => respond(exchange, outcome)).catch((error: unknown) => fail(exchange, error))

function respond(exchange: Exchange, outcome: RedirectOutcome | null): void {
  if (outcome === null) exchange.next(exchange.raw, exchange.response)
  else if (outcome.event === null) finish(exchange, outcome.reply)
  else respondWhenRecorded(exchange, outcome)
}

const respondWhenRecorded = (exchange: Exchange, outcome: CountedOutcome): void =>
  exchange.context.recorder.record(outcome.event, (error) => {
    // The recorder calls back for a whole batch, so an exception of one request must not reach the others.
    try {
      finish(exchange, error === undefined ? outcome.reply : replyWithoutClick(outcome))
    } catch (error) {
      fail(exchange, error)
    }
  })

function finish({ raw, response }: Exchange, reply: Reply): void {
  responses[reply.status] = Number(responses[reply.status]) + 1
  sendReply(response, reply, raw.method === 'HEAD')
}

function fail(exchange: Exchange, error: unknown): void {
  exchange.context.log.error({ err: error }, 'short-link request failed')
  if (!exchange.response.headersSent) finish(exchange, unavailable)
}

function mayBeLink({ url = '/', method }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD' || method === 'POST') &&
    url.startsWith('/') &&
    !belowApi.test(url) &&
    !(url.includes('.') && nonLinkPaths.has(url)) // most paths contain no dot, and need not be hashed
  )
}

/** Null if the API must answer. */
function handleRequest({ context, raw }: Exchange): MaybePromise<RedirectOutcome | null> {
  const request = parseRequest(raw, context.config.trustProxy)
  return thenMaybe(findDomain(context, raw.headers.host, request.path), { context, request, raw }, handleOnDomain)
}

function handleOnDomain(
  domain: DomainRecord | null,
  { context, request, raw }: { context: RedirectContext; request: ShortLinkRequest; raw: IncomingMessage },
): MaybePromise<RedirectOutcome | null> {
  if (domain === null) return null
  return request.method === 'POST' ? submitPassword(context, domain, request, raw).then(withoutEvent) : followLink(context, domain, request)
}
