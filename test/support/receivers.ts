/** Webhook receivers: a real HTTP server with a configurable behaviour per path. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Resources } from '../../shared/kernel/resources.js'
import { jobs } from '../../workers/jobs/index.js'
import { jobTables } from '../../workers/runtime/job-tables.js'
import { startConsumers } from '../../workers/runtime/start-workers.js'
import type { TestApi } from './api.js'
import { silentLog } from './service.js'

export interface ReceivedRequest {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The parsed body. */
  event: { id: string; event: string; createdAt: string; data: any } // tests read data of many shapes
  receivedAt: number
}

export type Behaviour = (response: ServerResponse, request: ReceivedRequest) => unknown

export interface Receivers {
  origin: string
  requests: ReceivedRequest[]
  /** Requests to a path, in order of arrival. */
  requestsTo(path: string): ReceivedRequest[]
  /** Sets the behaviour of a path; the default is a 200 response. */
  setBehaviour(path: string, behaviour: Behaviour): void
  close(): Promise<void>
}

export const respondWith =
  (status: number, text = ''): Behaviour =>
  (response) =>
    response.writeHead(status).end(text)
export const neverRespond: Behaviour = () => undefined

export async function openReceivers(): Promise<Receivers> {
  const requests: ReceivedRequest[] = []
  const behaviours = new Map<string, Behaviour>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const received = { path: request.url ?? '', headers: request.headers, body, event: JSON.parse(body), receivedAt: Date.now() }
      requests.push(received)
      ;(behaviours.get(received.path) ?? respondWith(200, 'ok'))(response, received)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    requestsTo: (path) => requests.filter((one) => one.path === path),
    setBehaviour: (path, behaviour) => void behaviours.set(path, behaviour),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Runs the jobs that deliver until the returned function is called. */
export function startDeliveryWorkers(resources: Resources): () => Promise<void> {
  const consumers = startConsumers({ tables: jobTables(jobs), resources, log: silentLog }, ['deliveries'])
  return async () => (await consumers).close()
}

/** Creates a webhook through the API. */
export async function subscribe(
  api: TestApi,
  key: string,
  url: string,
  triggers: string[],
  options: object = {},
): Promise<{ id: string; secret: string }> {
  const { status, body } = await api.call('POST /webhooks', { key, body: { name: 'Test', url, triggers, ...options } })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
