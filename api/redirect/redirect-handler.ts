/** The redirect handler answers short-link requests before Koa sees them: the framework costs more than the redirect itself. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connectionErrorLogger } from '../../shared/kernel/connection-errors.js'
import type { Log } from '../../shared/kernel/log.js'
import { type MaybePromise, thenMaybe } from '../../shared/kernel/maybe-promise.js'
import { counter } from '../../shared/kernel/metrics.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { openLinkDirectory } from '../../shared/links/index.js'
import { openClickRecorder, openGeoDatabase, openClickQueue } from '../../shared/tracking/index.js'
import type { RedirectContext } from './context.js'
import { cookieNames } from './cookies.js'
import { followLink, type RedirectOutcome, withoutEvent } from './follow-link.js'
import { type Reply, sendReply } from './reply.js'
import { findDomain } from './resolve-link.js'
import { parseRequest } from './short-link-request.js'
import { submitPassword } from './submit-password.js'
import { visitIds } from './visit-ids.js'

export interface RedirectHandler {
  /** Answers short-link requests and calls `next` for all others. */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void
  /** False while clicks can be stored nowhere. */
  isStoringClicks(): boolean
  /** Resolves when the events of all answered requests are recorded. */
  close(): Promise<void>
}

// Counted here and collected with the other metrics, because the library looks up the labels on each call.
const responses = new Map<number, number>()
counter('redirects_total', 'Short-link responses by status', ['status'], (total) => {
  for (const [status, count] of responses) total.inc({ status }, count)
  responses.clear()
})

/** Answered by the API on every domain. */
const belowApi = /^\/api(?:[/?]|$)/i

/** Files that browsers and crawlers request on their own. */
const nonLinkPaths = new Set(['/favicon.ico', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest'])

const unavailable: Reply = {
  status: 503,
  headers: ['Content-Type', 'text/plain', 'Retry-After', '1'],
  body: 'The service is temporarily unavailable. Try again in a moment.',
}

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
      if (!mayBeLink(raw)) return next()
      const fail = (error: unknown) => {
        log.error({ err: error }, 'short-link request failed')
        if (!response.headersSent) finish(raw, response, unavailable)
      }
      const respond = (outcome: RedirectOutcome | null) => {
        if (outcome === null) return next()
        const { reply, event, replyWithoutClick } = outcome
        if (event === null) return runOrFail(() => finish(raw, response, reply), fail)
        context.recorder.record(event, (error) =>
          runOrFail(() => finish(raw, response, error === undefined ? reply : replyWithoutClick()), fail),
        )
      }
      runOrFail(() => {
        const outcome = handleRequest(context, raw)
        if (outcome instanceof Promise) outcome.then(respond).catch(fail)
        else respond(outcome)
      }, fail)
    },
    isStoringClicks: context.recorder.isStoring,
    async close() {
      await context.recorder.close()
      await context.directory.close()
    },
  }
}

/** The recorder calls back for a whole batch, so an exception of one request must not reach the others. */
function runOrFail(work: () => void, fail: (error: unknown) => void): void {
  try {
    work()
  } catch (error) {
    fail(error)
  }
}

function finish(raw: IncomingMessage, response: ServerResponse, reply: Reply): void {
  responses.set(reply.status, (responses.get(reply.status) ?? 0) + 1)
  sendReply(response, reply, raw.method === 'HEAD')
}

function mayBeLink({ url = '/', method }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD' || method === 'POST') && url.startsWith('/') && !belowApi.test(url) && !nonLinkPaths.has(url)
  )
}

/** Null if the API must answer. */
function handleRequest(context: RedirectContext, raw: IncomingMessage): MaybePromise<RedirectOutcome | null> {
  const request = parseRequest(raw, context.config.trustProxy)
  return thenMaybe(findDomain(context, raw.headers.host, request.path), (domain): MaybePromise<RedirectOutcome | null> => {
    if (domain === null) return null
    return request.method === 'POST'
      ? submitPassword(context, domain, request, raw).then(withoutEvent)
      : followLink(context, domain, request, raw)
  })
}
