/** An installation that delivers webhooks, and the systems that it delivers to. */
import { type Answer, type TestApi, testApi } from './api.js'
import { type Arrival, openReceivers, type Receivers, startDelivering } from './receivers.js'
import { until } from './until.js'

export interface Delivering {
  api: TestApi
  receivers: Receivers
  /** A path of the receivers that nothing else uses. */
  newPath(): string
  /** What came to the path, as soon as it is so many. */
  arrived(path: string, count: number, patience?: number): Promise<Arrival[]>
  createLink(key: string, body?: object): Promise<Answer>
  end(): Promise<void>
}

export async function openDelivering(): Promise<Delivering> {
  const api = await testApi({ ALLOW_PRIVATE_TARGETS: 'true', SHORT_DOMAIN: 'short.example', BASE_URL: 'http://api.example' })
  await api.make.domain(null, { slug: api.config.shortDomain })
  const receivers = await openReceivers()
  const stop = startDelivering(api.resources)
  let paths = 0
  return {
    api,
    receivers,
    newPath: () => `/hook-${++paths}`,
    arrived: (path, count, patience) => until(() => (receivers.at(path).length >= count ? receivers.at(path) : null), patience),
    createLink: (key, body = {}) => api.call('POST /links', { key, body: { url: 'https://destination.example/page', ...body } }),
    async end() {
      await stop()
      await receivers.close()
      await api.close()
    },
  }
}
