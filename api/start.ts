/** Opens what the API needs, listens, and answers with a way to stop. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { entities } from '../shared/entities.js'
import { ConfigError, type Config } from '../shared/kernel/config.js'
import { stir } from '../shared/kernel/give-back-memory.js'
import type { Log } from '../shared/kernel/log.js'
import { openResources, type Resources } from '../shared/kernel/resources.js'
import { openRequestLog } from './access/request-log.js'
import { buildApp } from './app.js'
import { answerBrokenRequests, refusesTarget } from './http/broken-request.js'
import { drainer, keepAliveMilliseconds } from './http/drain.js'
import { pulse } from './http/pulse.js'
import { queueBoard } from './http/queue-board.js'
import { describe } from './openapi/describe.js'
import { descriptionMount } from './openapi/door.js'
import { openRedirectDoor } from './redirect/door.js'
import { tables } from './routes/index.js'

export interface RunningApi {
  port: number
  resources: Resources
  /** Answers what is in hand, takes nothing new, and lets go of everything. */
  close(): Promise<void>
}

/** `patience` is how long a request waits where much is asked at once, if not as long as usual. */
export async function startApi(config: Config, log: Log, patience?: number): Promise<RunningApi> {
  const resources = await openResources({ config, log, entities, consumes: false, patience })
  let draining = false
  const mounts = [
    { prefixes: ['/health', '/ready', '/metrics'], middleware: pulse(resources, tables.measures, () => draining) },
    queueBoard(resources.queues, config.adminApiKey),
    descriptionMount(() => describe(tables.rows, tables.published, config)),
  ]
  const requestLog = openRequestLog(resources.database.pool, log)
  const api = buildApp(tables, { resources, log, mounts, record: requestLog.record })
  const door = await openRedirectDoor({ resources, log, owns: api.owns })
  const answer = api.app.callback()
  const server = createServer(
    { maxHeaderSize: 32 * 1024, requestTimeout: 60_000, keepAliveTimeout: keepAliveMilliseconds, requireHostHeader: false },
    (request, response) => {
      stir()
      if (refusesTarget(request, config.docsUrl, log)) return
      if (draining) response.setHeader('Connection', 'close')
      door.handle(request, response, () => void answer(request, response))
    },
  )
  answerBrokenRequests(server, config.docsUrl, log)
  const drain = drainer(server)
  const port = await listen(server, config).catch(async (error) => {
    await resources.close()
    throw error
  })
  return {
    port,
    resources,
    async close() {
      draining = true
      await drain()
      await door.close()
      await requestLog.close()
      await resources.close()
    },
  }
}

function listen(server: Server, { host, port }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new ConfigError(`PORT ${port} is in use: stop what listens there, or set another PORT.`) : error,
      ),
    )
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}
