import test from 'ava'
import { ConfigError } from '../../../shared/kernel/config.js'
import { openMetricsServer } from '../../../shared/kernel/metrics-server.js'
import { testApi } from '../../support/api.js'
import { freePort } from '../../support/installation.js'

test('with an address of their own, metrics are served there and not by the API', async (t) => {
  const port = await freePort()
  const api = await testApi({ METRICS_ADDRESS: `127.0.0.1:${port}` })
  t.teardown(() => api.close())
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  t.regex(await (await get('/metrics')).text(), /tributary_queue_jobs\{queue="clicks",state="waiting"\} 0/)
  t.deepEqual(await (await get('/health')).json(), { status: 'ok' })
  t.is((await get('/links')).status, 404)
  t.is((await api.call('GET /metrics')).status, 404)
  t.is((await api.call('GET /health')).status, 200)
})

test('an address in use stops the start with a message', async (t) => {
  const metricsAddress = { host: '127.0.0.1', port: await freePort() }
  const server = await openMetricsServer({ metricsAddress })
  const error = await t.throwsAsync(openMetricsServer({ metricsAddress }), { instanceOf: ConfigError })
  t.regex(error.message, new RegExp(`^METRICS_ADDRESS: cannot listen on 127\\.0\\.0\\.1:${metricsAddress.port}: .+\\.$`))
  await server.close()
})
