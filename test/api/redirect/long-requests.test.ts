/** What requests with long paths and hosts leave in memory. */
import { request } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import test from 'ava'
import { testApi } from '../../support/api.js'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const heap = () => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const requests = 2000
const length = 30_000
const long = (index: number) => String(index).padEnd(length, 'x')

test.serial('requests with long paths and hosts are not kept in memory', async (t) => {
  const api = await testApi({ SHORT_DOMAIN: 'short.example' })
  t.teardown(() => api.close())
  await api.make.domain(null, { slug: 'short.example' })
  const visit = (path: string, host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(api.url)
      request({ port, path, headers: { host } }, (response) => response.resume().on('end', () => resolve(response.statusCode)))
        .on('error', reject)
        .end()
    })
  t.is(await visit('/unknown', 'short.example'), 404)
  const before = heap()
  for (let index = 0; index < requests; index++) {
    t.is(await visit(`/${long(index)}`, 'short.example'), 404)
    await visit('/unknown', `${long(index)}.example`)
  }
  t.true(heap() - before < (requests * length) / 4)
})
