/** Systems that webhooks are sent to: a real server whose paths each behave as told. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Resources } from '../../shared/kernel/resources.js'
import { standingJobs } from '../../workers/jobs/index.js'
import { stand } from '../../workers/runtime/stand.js'
import type { TestApi } from './api.js'
import { silent } from './service.js'

export interface Arrival {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The parsed body. */
  event: { id: string; event: string; createdAt: string; data: any } // a test looks at data of many shapes
  at: number
}

export type Behaviour = (response: ServerResponse, arrival: Arrival) => unknown

export interface Receivers {
  origin: string
  arrivals: Arrival[]
  /** What came to a path, in order. */
  at(path: string): Arrival[]
  /** From now on the path answers so; those that are not told answer 200. */
  behave(path: string, behaviour: Behaviour): void
  close(): Promise<void>
}

export const answering =
  (status: number, text = ''): Behaviour =>
  (response) =>
    response.writeHead(status).end(text)
export const hanging: Behaviour = () => undefined

export async function openReceivers(): Promise<Receivers> {
  const arrivals: Arrival[] = []
  const behaviours = new Map<string, Behaviour>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const arrival = { path: request.url ?? '', headers: request.headers, body, event: JSON.parse(body), at: Date.now() }
      arrivals.push(arrival)
      ;(behaviours.get(arrival.path) ?? answering(200, 'ok'))(response, arrival)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    at: (path) => arrivals.filter((one) => one.path === path),
    behave: (path, behaviour) => void behaviours.set(path, behaviour),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Delivers as a worker does, until the answer is called. */
export function startDelivering(resources: Resources): () => Promise<void> {
  const ends = standingJobs.filter(({ name }) => name === 'webhooks.deliver').map((one) => stand({ resources, log: silent }, one))
  return async () => void (await Promise.all(ends.map((end) => end())))
}

/** Makes a webhook through the interface. */
export async function subscribe(
  api: TestApi,
  key: string,
  url: string,
  triggers: string[],
  more: object = {},
): Promise<{ id: string; secret: string }> {
  const { status, body } = await api.call('POST /webhooks', { key, body: { name: 'Test', url, triggers, ...more } })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
