/** The short-link door: answers requests for short links before the API's framework is entered. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../../shared/kernel/log.js'
import { counter } from '../../shared/kernel/metrics.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { type DomainRecord, openLinkDirectory } from '../../shared/links/index.js'
import { openClickRecorder, openPlaceDatabase } from '../../shared/tracking/index.js'
import { send } from './answer.js'
import type { RedirectContext } from './context.js'
import { cookieNames } from './cookies.js'
import { follow } from './follow.js'
import { tryPassword } from './password-form.js'
import { hostOf, readRequest } from './request.js'

export interface RedirectDoor {
  /** Answers, or calls `next` for what is no business of short links. */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void
  /** Waits until everything that was answered is recorded. */
  close(): Promise<void>
}

const answers = counter('redirects_total', 'Answers of the short-link door by status', ['status'])

/** Files that browsers and crawlers ask for by themselves. */
const neverLinks = new Set(['/favicon.ico', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest'])

export async function openRedirectDoor({ resources, log, owns }: { resources: Resources; log: Log; owns: (path: string) => boolean }): Promise<RedirectDoor> {
  const { config, database, queues, store, rateLimits } = resources
  const apiHost = new URL(config.baseUrl).hostname
  const directory = await openLinkDirectory(database.pool, store)
  const recorder = await openClickRecorder({ queues, store, dataDir: config.dataDir, log })
  const places = await openPlaceDatabase(config.geoipDatabase)
  const context: RedirectContext = { config, log, store, rateLimits, directory, recorder, places, cookies: cookieNames(config.clickIdParam), secure: config.baseUrl.startsWith('https:') }

  /** The domain whose link this is; null when the API answers. */
  const domainOf = async (host: string, path: string): Promise<DomainRecord | null> => {
    if (host === apiHost && host !== config.shortDomain) return null
    const isApiHost = host === apiHost
    const known = isApiHost ? null : directory.domains.peek(host)
    const named = known === undefined ? await directory.domains.get(host) : known
    if (named) return named
    // Our own host, and a host that nobody knows (localhost, an address): the API first, then the default short domain.
    if (owns(path)) return null
    return directory.domains.peek(config.shortDomain) ?? (await directory.domains.get(config.shortDomain))
  }

  const answer = async (raw: IncomingMessage, response: ServerResponse, next: () => void) => {
    const request = readRequest(raw, config.trustProxy)
    const domain = await domainOf(hostOf(raw.headers.host), request.path)
    if (!domain) return next()
    const reply = await (request.method === 'POST' ? tryPassword : follow)(context, domain, request, raw)
    answers.inc({ status: reply.status })
    send(response, reply, request.method === 'HEAD')
  }

  return {
    handle(raw, response, next) {
      const { url = '/', method } = raw
      const mayBeLink = (method === 'GET' || method === 'HEAD' || method === 'POST') && url.startsWith('/') && !url.startsWith('/api/') && url !== '/api' && !neverLinks.has(url)
      if (!mayBeLink) return next()
      answer(raw, response, next).catch((error: unknown) => {
        log.error({ err: error }, 'a short link could not be answered')
        if (!response.headersSent) send(response, { status: 503, headers: [['Retry-After', '1']], body: 'The service is not reachable for a moment. Try again.' }, false)
      })
    },
    async close() {
      await recorder.close()
      await directory.close()
    },
  }
}
