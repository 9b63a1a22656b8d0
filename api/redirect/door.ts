/** The short-link door: answers requests for short links before the API's framework is entered. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../../shared/kernel/log.js'
import { counter } from '../../shared/kernel/metrics.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { type Soon, whenHere } from '../../shared/kernel/soon.js'
import { openLinkDirectory } from '../../shared/links/index.js'
import { openClickRecorder, openPlaceDatabase, openSafePlace } from '../../shared/tracking/index.js'
import { type Answer, send } from './answer.js'
import type { RedirectContext } from './context.js'
import { cookieNames } from './cookies.js'
import { findDomain } from './find.js'
import { follow, type Reply } from './follow.js'
import { tryPassword } from './password-form.js'
import { readRequest } from './request.js'

export interface RedirectDoor {
  /** Answers, or calls `next` for what is no business of short links. */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void
  /** Waits until everything that was answered is recorded. */
  close(): Promise<void>
}

const answers = counter('redirects_total', 'Answers of the short-link door by status', ['status'])
const statuses = new Map<number, { inc(): void }>()

/** Files that browsers and crawlers ask for by themselves. */
const neverLinks = new Set(['/favicon.ico', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest'])

const unreachable: Answer = {
  status: 503,
  headers: ['Content-Type', 'text/plain', 'Retry-After', '1'],
  body: 'The service is not reachable for a moment. Try again.',
}

export async function openRedirectDoor({
  resources,
  log,
  owns,
}: {
  resources: Resources
  log: Log
  owns: (path: string) => boolean
}): Promise<RedirectDoor> {
  const { config, database, queues, store, rateLimits } = resources
  const context: RedirectContext = {
    config,
    log,
    store,
    rateLimits,
    owns,
    apiHost: new URL(config.baseUrl).hostname,
    directory: await openLinkDirectory(database.pool, store),
    recorder: await openClickRecorder({ place: openSafePlace({ queues, config, log }), store, dataDir: config.dataDir, log }),
    places: await openPlaceDatabase(config.geoipDatabase),
    cookies: cookieNames(config.clickIdParam),
    secure: config.baseUrl.startsWith('https:'),
  }
  return {
    handle(raw, response, next) {
      if (!mayBeLink(raw)) return next()
      const fail = (error: unknown) => {
        log.error({ err: error }, 'a short link could not be answered')
        if (!response.headersSent) finish(raw, response, unreachable)
      }
      const deliver = (reply: Reply | null) => {
        if (reply === null) return next()
        const leave = () => attempt(() => finish(raw, response, reply.answer), fail)
        if (reply.followed === null) leave()
        else context.recorder.record(reply.followed, leave)
      }
      attempt(() => {
        const reply = replyTo(context, raw)
        if (reply instanceof Promise) reply.then(deliver).catch(fail)
        else deliver(reply)
      }, fail)
    },
    async close() {
      await context.recorder.close()
      await context.directory.close()
    },
  }
}

/** What fails for one visitor must not reach those who share the batch. */
function attempt(work: () => void, fail: (error: unknown) => void): void {
  try {
    work()
  } catch (error) {
    fail(error)
  }
}

function finish(raw: IncomingMessage, response: ServerResponse, answer: Answer): void {
  count(answer.status)
  send(response, answer, raw.method === 'HEAD')
}

function mayBeLink({ url = '/', method }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD' || method === 'POST') &&
    url.startsWith('/') &&
    !url.startsWith('/api/') &&
    url !== '/api' &&
    !neverLinks.has(url)
  )
}

/** Null when the API answers. */
function replyTo(context: RedirectContext, raw: IncomingMessage): Soon<Reply | null> {
  const request = readRequest(raw, context.config.trustProxy)
  return whenHere(findDomain(context, raw.headers.host, request.path), (domain): Soon<Reply | null> => {
    if (domain === null) return null
    return request.method === 'POST'
      ? tryPassword(context, domain, request, raw).then((answer) => ({ answer, followed: null }))
      : follow(context, domain, request, raw)
  })
}

// A label is looked up by hashing it; the handful of statuses is cheaper to keep.
function count(status: number): void {
  let known = statuses.get(status)
  if (!known) statuses.set(status, (known = answers.labels(String(status))))
  known.inc()
}
