/** Opens the resources of the API process, listens and returns a handle to stop it. */
import { setMaxListeners } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { entities } from '../shared/entities.js'
import type { Config } from '../shared/kernel/config.js'
import { listenError } from '../shared/kernel/listen-error.js'
import type { Log } from '../shared/kernel/log.js'
import { openMetricsServer } from '../shared/kernel/metrics-server.js'
import { markActive } from '../shared/kernel/release-idle-memory.js'
import { openResources, type Resources } from '../shared/kernel/resources.js'
import { minutes } from '../shared/kernel/time.js'
import { openRequestLog } from './access/request-log.js'
import { requireSameOrigin } from './access/same-origin.js'
import { buildApp } from './app.js'
import { clientMount } from './http/client-mount.js'
import { drainer, keepAliveTimeoutMs } from './http/drain.js'
import { healthRoutes, updateAllGauges } from './http/health-routes.js'
import { answerMalformedRequests, rejectsTarget } from './http/malformed-request.js'
import { queueBoard } from './http/queue-board.js'
import { closeSlowReaders } from './http/slow-readers.js'
import { discardUnreadBody } from './http/unread-body.js'
import { buildOpenApiDocument } from './openapi/build-document.js'
import { descriptionMount } from './openapi/description-mount.js'
import { openRedirectHandler, type RedirectHandler } from './redirect/redirect-handler.js'
import { tables } from './routes/index.js'

export interface RunningApi {
  port: number
  resources: Resources
  /** Finishes running requests, ends event streams, accepts no new requests and closes all resources. */
  close(): Promise<void>
}

/** Limits that tests change. */
export interface ApiLimits {
  /** Maximum connections to the database, of the ORM and of the plain pool each. */
  connections?: number
  /** How long a request waits for a rate-limit counter. */
  rateLimitMs?: number | undefined
  /** The time in which a client must send its request, and read what was sent to it. */
  clientMs?: number
  /** How long connections without a request stay open when the API closes. */
  drainMs?: number
}

export async function startApi(
  config: Config,
  log: Log,
  { connections, rateLimitMs, clientMs = minutes(1), drainMs }: ApiLimits = {},
): Promise<RunningApi> {
  const resources = await openResources({ config, log, entities, consumes: false, connections, timeoutMs: rateLimitMs })
  const updateGauges = updateAllGauges(resources, tables.measures)
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  let redirectHandler: RedirectHandler | undefined
  const processState = { isDraining: () => closing.signal.aborted, isStoringClicks: () => redirectHandler?.isStoringClicks() ?? true }
  const mounts = [
    { prefixes: ['/health', '/ready', '/metrics'], middleware: healthRoutes(resources, updateGauges, processState) },
    queueBoard({
      queues: resources.queues,
      adminKey: config.adminApiKey,
      requireSameOrigin: ({ method, headers }) => requireSameOrigin({ method, headers, resources }, 'not denied'),
    }),
    clientMount(),
    descriptionMount(() => buildOpenApiDocument(tables.rows, tables.published, config)),
  ]
  const requestLog = openRequestLog(resources.database.pool, log)
  const api = buildApp(tables, { resources, log, mounts, record: requestLog.record, closing: closing.signal })
  const redirects = (redirectHandler = await openRedirectHandler({ resources, log, isApiPath: api.isApiPath }))
  const answer = api.app.callback()
  const server = createServer(
    { maxHeaderSize: 32 * 1024, requestTimeout: clientMs, keepAliveTimeout: keepAliveTimeoutMs, requireHostHeader: false },
    (request, response) => {
      markActive(response)
      if (rejectsTarget(request, config.docsUrl, log)) return
      if (closing.signal.aborted) response.setHeader('Connection', 'close')
      if (request.method !== 'GET') discardUnreadBody(request, response)
      redirects.handle(request, response, answer)
    },
  )
  answerMalformedRequests(server, config.docsUrl, log)
  closeSlowReaders(server, clientMs)
  const drain = drainer(server, drainMs)
  const { port, metricsServer } = await listenAll(server, config, updateGauges).catch(async (error) => {
    await resources.close()
    throw error
  })
  return {
    port,
    resources,
    async close() {
      closing.abort()
      await drain()
      await metricsServer.close()
      await redirects.close()
      await requestLog.close()
      await resources.close()
    },
  }
}

async function listenAll(server: Server, config: Config, updateGauges: () => Promise<unknown>) {
  const metricsServer = await openMetricsServer(config, updateGauges)
  try {
    return { port: await listen(server, config), metricsServer }
  } catch (error) {
    await metricsServer.close()
    throw error
  }
}

function listen(server: Server, config: Config): Promise<number> {
  const { host, port } = config
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(config, error)))
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}
