/** Redirects and requests while Redis, which holds queues and short-lived state, is gone or does not answer. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import test from 'ava'
import { newClickId } from '../../shared/kernel/ids.js'
import { isRedisUnavailable } from '../../shared/kernel/store/is-redis-unavailable.js'
import { testApi } from '../support/api.js'
import { queuedClicks, spooledClicks } from '../support/clicks.js'
import { tracker } from '../support/conversions.js'
import { type TcpProxy, tcpProxy } from '../support/tcp-proxy.js'
import { visitShortLink } from '../support/visit-short-link.js'
import { waitUntil } from '../support/wait-until.js'

const withRedis = process.env.REDIS_URL ? test : test.skip
const outages: Record<string, (proxy: TcpProxy) => Promise<void>> = {
  'is gone': (proxy) => proxy.interrupt(),
  'does not answer': async (proxy) => proxy.hang(),
}

for (const [outage, begin] of Object.entries(outages)) {
  withRedis(`while Redis ${outage}, redirects go on with their clicks, and requests that need it get 503`, async (t) => {
    const { hostname: host, port } = new URL(process.env.REDIS_URL ?? '')
    const proxy = await tcpProxy({ host, port: Number(port || 6379) })
    const prefix = randomBytes(4).toString('hex')
    const api = await testApi({ REDIS_URL: `redis://127.0.0.1:${proxy.port}`, REDIS_PREFIX: prefix, SHORT_DOMAIN: 'short.example' })
    t.teardown(async () => {
      await api.close()
      await proxy.close()
    })
    const { link, track } = await tracker(api)
    const visit = async (browser: string) => {
      const { status, headers } = await visitShortLink(api, link, `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${browser}`)
      t.is(status, 302)
      return new URL(headers.location ?? '').searchParams.get('svc_id')
    }
    const lead = (clickId: string | null) => track('lead', { clickId, eventName: 'Sign up', customerExternalId: String(clickId) })
    t.truthy(await visit('Firefox/1'))

    await begin(proxy)
    const clickIds = [await visit('Firefox/2'), await visit('Firefox/3')]
    t.true(clickIds.every(Boolean))
    const refused = await lead(newClickId())
    t.is(refused.status, 503)
    t.is(refused.headers.get('retry-after'), '5')

    if (outage === 'does not answer') await proxy.interrupt()
    await proxy.resume()
    await waitUntil(async () => (await lead(newClickId())).status === 404)
    const queued = new Set((await queuedClicks(api.resources)).map(({ id }) => id))
    t.true(clickIds.every((id) => id !== null && queued.has(id)))
    await waitUntil(async () => (await spooledClicks(api.config)).length === 0)
    for (const id of clickIds) t.is((await lead(id)).status, 200, 'the replayed click is found before it is ingested')
  })
}

withRedis('a process stops at once while Redis is gone', async (t) => {
  const { hostname: host, port } = new URL(process.env.REDIS_URL ?? '')
  const proxy = await tcpProxy({ host, port: Number(port || 6379) })
  const api = await testApi({ REDIS_URL: `redis://127.0.0.1:${proxy.port}`, REDIS_PREFIX: randomBytes(4).toString('hex') })
  await proxy.interrupt()
  const closing = api.close()
  const isClosed = await Promise.race([closing.then(() => true), pause(10_000, false)])
  if (!isClosed) await proxy.resume()
  await closing
  await proxy.close()
  t.true(isClosed)
})

const cases: [string, boolean][] = [
  ["Stream isn't writeable and enableOfflineQueue options is false", true],
  ['Reached the max retries per request limit (which is 0). Refer to "maxRetriesPerRequest" option for details.', true],
  ['READONLY You cannot write against a read only replica.', true],
  ["OOM command not allowed when used memory > 'maxmemory'.", true],
  ['WRONGTYPE Operation against a key holding the wrong kind of value', false],
]
for (const [message, expected] of cases) {
  test(`"${message}" ${expected ? 'is' : 'is not'} an outage of Redis`, (t) => t.is(isRedisUnavailable(new Error(message)), expected))
}
