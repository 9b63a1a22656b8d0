/** What a start loads it pays for in time and memory: a library that few need waits for the first who does. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { freePort, install } from '../support/installation.js'
import { testConfig } from '../support/service.js'
import { top } from '../support/source-tree.js'

/** Two small tables of it are needed to read requests. */
const tables = '/node_modules/qrcode/lib/core/error-correction-'

const always = [
  '@mikro-orm/core',
  '@mikro-orm/postgresql',
  'bullmq',
  'cron-parser',
  'ioredis',
  'ipaddr.js',
  'isbot',
  'lru-cache',
  'pg',
  'pino',
  'prom-client',
  'punycode',
  'ua-parser-js',
  'zod',
]

test('a start loads these libraries and no others', async (t) => {
  const notes = await mkdtemp(join(tmpdir(), 'libraries-'))
  const { env, config, release } = await testConfig()
  // Node notes which files it ran.
  const installation = install(config.dataDir, await freePort(), { ...env, NODE_V8_COVERAGE: notes })
  t.teardown(async () => {
    await installation.end()
    await release()
    await rm(notes, { recursive: true })
  })
  await installation.ready
  await installation.end()

  const { dependencies } = JSON.parse(await readFile(join(top, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
  const loadedBy = new Map<string, string[]>()
  for (const name of await readdir(notes)) {
    const text = (await readFile(join(notes, name), 'utf8')).replaceAll(tables, '')
    const program = ['api', 'workers'].find((one) => text.includes(`/dist/${one}/main.js"`)) ?? 'the supervisor'
    loadedBy.set(
      program,
      Object.keys(dependencies).filter((library) => text.includes(`/node_modules/${library}/`)),
    )
  }
  t.deepEqual(loadedBy.get('workers'), always)
  t.deepEqual(loadedBy.get('api'), [...always, '@koa/router', 'koa', 'koa-helmet', 'raw-body'].toSorted())
  t.deepEqual(loadedBy.get('the supervisor'), [...(config.redisUrl ? ['ioredis'] : []), 'pg', 'zod'])
})
