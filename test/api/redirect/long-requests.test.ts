/** What long requests leave in memory. */
import { request } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import test from 'ava'
import type { Link } from '../../../shared/links/link.entity.js'
import { testApi, type TestApi } from '../../support/api.js'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const heap = () => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const requests = 2000
const length = 30_000
const long = (index: number) => String(index).padEnd(length, 'x')

const host = 'short.example'
let api: TestApi
let link: Link
test.before(async () => {
  api = await testApi({ SHORT_DOMAIN: host })
  const domain = await api.make.domain(null, { slug: host })
  link = await api.make.link(await api.make.workspace(), { domain: domain.slug, ios: 'https://ios.example/' })
})
test.after.always(() => api.close())

for (const [part, requestOf] of [
  ['paths', (index) => ({ path: `/${long(index)}`, headers: { host } })],
  ['hosts', (index) => ({ path: '/unknown', headers: { host: `${long(index)}.example` } })],
  ['user agents', (index) => ({ path: '/unknown', headers: { host, 'user-agent': long(index) } })],
  ['user agents of visitors to apps', (index) => ({ path: `/${link.key}?bot=1`, headers: { host, 'user-agent': long(index) } })],
] as [string, (index: number) => { path: string; headers: Record<string, string> }][])
  test.serial(`long ${part} are not kept in memory`, async (t) => {
    const send = (index: number) =>
      new Promise<void>((resolve, reject) => {
        const options = { port: new URL(api.url).port, ...requestOf(index) }
        request(options, (response) => response.resume().on('end', resolve))
          .on('error', reject)
          .end()
      })
    await send(requests)
    const before = heap()
    for (let index = 0; index < requests; index++) await send(index)
    t.true(heap() - before < (requests * length) / 4)
  })
