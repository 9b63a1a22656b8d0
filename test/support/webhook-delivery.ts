/** An API with running delivery workers and webhook receivers. */
import { type ApiResponse, type TestApi, testApi } from './api.js'
import { type ReceivedRequest, openReceivers, type Receivers, startDeliveryWorkers } from './receivers.js'
import { waitUntil } from './wait-until.js'

export interface WebhookDelivery {
  api: TestApi
  receivers: Receivers
  /** A receiver path unique to the caller. */
  newPath(): string
  /** Resolves once the path received `count` requests. */
  waitForRequests(path: string, count: number, timeoutMs?: number): Promise<ReceivedRequest[]>
  createLink(key: string, body?: object): Promise<ApiResponse>
  close(): Promise<void>
}

export async function openWebhookDelivery(): Promise<WebhookDelivery> {
  const api = await testApi({ ALLOW_PRIVATE_TARGETS: 'true', SHORT_DOMAIN: 'short.example', BASE_URL: 'http://api.example' })
  await api.make.domain(null, { slug: api.config.shortDomain })
  const receivers = await openReceivers()
  const stop = startDeliveryWorkers(api.resources)
  let paths = 0
  return {
    api,
    receivers,
    newPath: () => `/hook-${++paths}`,
    waitForRequests: (path, count, timeoutMs) =>
      waitUntil(() => (receivers.requestsTo(path).length >= count ? receivers.requestsTo(path) : null), timeoutMs),
    createLink: (key, body = {}) => api.call('POST /links', { key, body: { url: 'https://destination.example/page', ...body } }),
    async close() {
      await stop()
      await receivers.close()
      await api.close()
    },
  }
}
