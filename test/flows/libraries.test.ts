/** Libraries loaded at start cost time and memory, so rarely used ones are loaded on first use. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { freePort, startInstallation } from '../support/installation.js'
import { testConfig } from '../support/service.js'
import { repositoryRoot } from '../support/source-tree.js'

/** Two small modules of this library are needed to parse requests. */
const tables = '/node_modules/qrcode/lib/core/error-correction-'

const loadedAtStart = [
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

test('a start loads exactly these libraries', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'libraries-'))
  const { env, config, release } = await testConfig()
  // Node records which files it loaded.
  const installation = startInstallation(config.dataDir, await freePort(), { ...env, NODE_V8_COVERAGE: folder })
  t.teardown(async () => {
    await installation.stop()
    await release()
    await rm(folder, { recursive: true })
  })
  await installation.ready
  await installation.stop()

  const { dependencies } = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const loadedBy = new Map<string, string[]>()
  for (const name of await readdir(folder)) {
    const text = (await readFile(join(folder, name), 'utf8')).replaceAll(tables, '')
    const program = ['api', 'workers'].find((one) => text.includes(`/dist/${one}/main.js"`)) ?? 'the supervisor'
    loadedBy.set(
      program,
      Object.keys(dependencies).filter((library) => text.includes(`/node_modules/${library}/`)),
    )
  }
  t.deepEqual(loadedBy.get('workers'), loadedAtStart)
  t.deepEqual(loadedBy.get('api'), [...loadedAtStart, '@koa/router', 'koa', 'koa-body', 'koa-helmet', 'raw-body'].toSorted())
  t.deepEqual(loadedBy.get('the supervisor'), [...(config.redisUrl ? ['ioredis'] : []), 'pg', 'zod'])
})
