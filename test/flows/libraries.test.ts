/** Libraries loaded at start cost time and memory, so rarely used ones are loaded on first use. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { freePort, startInstallation } from '../support/installation.js'
import { testConfig } from '../support/service.js'
import { repositoryRoot } from '../support/source-tree.js'

/** Two small modules of this library are needed to parse requests. */
const tables = 'node_modules/qrcode/lib/core/error-correction-'

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
    const coverage = await readFile(join(folder, name), 'utf8')
    const program = ['api', 'workers'].find((one) => coverage.includes(`/dist/${one}/main.js"`)) ?? 'the supervisor'
    const modules = await loadedModules(coverage)
    loadedBy.set(
      program,
      Object.keys(dependencies).filter((library) => modules.some((module) => module.includes(`node_modules/${library}/`))),
    )
  }
  t.deepEqual(loadedBy.get('workers'), loadedAtStart)
  t.deepEqual(loadedBy.get('api'), [...loadedAtStart, '@koa/router', 'koa', 'koa-body', 'koa-helmet', 'raw-body'].toSorted())
  t.deepEqual(loadedBy.get('the supervisor'), [...(config.redisUrl ? ['ioredis'] : []), 'pg', 'zod'])
})

/** The files that a process loaded, with the modules in bundles: a comment before each names its file. */
async function loadedModules(coverage: string): Promise<string[]> {
  const files = [...new Set(Array.from(coverage.matchAll(/"file:\/\/([^"]+)"/g), ([, path = '']) => path))]
  const bundles = await Promise.all(files.filter((file) => file.includes('/dist/')).map((file) => readFile(file, 'utf8')))
  const bundled = bundles.flatMap((text) => Array.from(text.matchAll(/^\/\/ (node_modules\/.+)$/gm), ([, path = '']) => path))
  return [...files, ...bundled].filter((path) => !path.includes(tables))
}
