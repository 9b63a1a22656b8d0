/** Checks that the deployment files refer to programs, queues and settings that exist. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { tables } from '../api/routes/index.js'
import { configKeys } from '../shared/kernel/config-keys.js'
import { memoryEnv } from '../shared/kernel/memory-env.js'
import { metrics } from '../shared/kernel/metrics.js'
import { queueNames } from '../shared/kernel/queue/queue-kinds.js'
import { repositoryRoot } from './support/source-tree.js'

interface App {
  name: string
  script: string
  exec_mode?: string
  wait_ready: boolean
  kill_timeout: number
  env: { WORKER_QUEUES?: string; MALLOC_ARENA_MAX: number; NODE_OPTIONS: string }
}

const text = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8')
const programsIn = (content: string) => [...new Set(content.match(/\bdist\/[\w/-]+\.js\b/g))]
const { apps } = (await import(join(repositoryRoot, 'ecosystem.config.js'))) as { apps: App[] }

test('PM2 starts the API in cluster mode and waits until it is ready', (t) => {
  const api = apps.find(({ script }) => script === 'dist/api/main.js')
  t.is(api?.exec_mode, 'cluster')
  for (const app of apps) {
    t.true(existsSync(join(repositoryRoot, app.script)))
    t.true(app.wait_ready)
    t.true(app.kill_timeout > 30_000, 'the shutdown timeout of a process is 30 s')
  }
})

test('PM2 and the image start processes with the memory settings of npm start', (t) => {
  const { MALLOC_ARENA_MAX, NODE_OPTIONS } = memoryEnv({})
  for (const { env } of apps) t.like({ ...env, MALLOC_ARENA_MAX: String(env.MALLOC_ARENA_MAX) }, { MALLOC_ARENA_MAX, NODE_OPTIONS })
  t.regex(text('docker/Dockerfile'), new RegExp(`^ENV .*MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX} NODE_OPTIONS=${NODE_OPTIONS} `, 'm'))
})

test('options of Node that the operator sets come after those of the service', (t) => {
  t.is(memoryEnv({ NODE_OPTIONS: '--max-old-space-size=300' }).NODE_OPTIONS, `${memoryEnv({}).NODE_OPTIONS} --max-old-space-size=300`)
})

test('every queue is served by one PM2 worker group', (t) => {
  const served = apps.flatMap(({ env }) => env.WORKER_QUEUES?.split(',') ?? [])
  t.deepEqual(served.toSorted(), queueNames.toSorted())
})

test('every queue is served by one Compose service', (t) => {
  const served = [...text('docker/compose.yaml').matchAll(/workers\/main\.js, (.*)\]/g)].flatMap(([, names = '']) => names.split(', '))
  t.deepEqual(served.toSorted(), queueNames.toSorted())
})

test('Dockerfile, Compose file and PM2 configuration refer to existing programs', (t) => {
  for (const file of ['docker/Dockerfile', 'docker/compose.yaml', 'ecosystem.config.js']) {
    const missing = programsIn(text(file)).filter((program) => !existsSync(join(repositoryRoot, program)))
    t.deepEqual(missing, [], file)
  }
})

test('the Compose file sets only known configuration keys', (t) => {
  const block = /environment: &environment\n((?: {4}.*\n)+)/.exec(text('docker/compose.yaml'))?.[1] ?? ''
  const keys = [...block.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, key = '']) => key)
  t.true(keys.length >= 4)
  t.deepEqual(
    keys.filter((key) => !(key in configKeys)),
    [],
  )
})

test('docker/.env.example names only keys of the configuration and of the Compose file', (t) => {
  const keys = [...text('docker/.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, key = '']) => key)
  const compose = text('docker/compose.yaml')
  t.true(keys.length >= 4)
  t.deepEqual(
    keys.filter((key) => !(key in configKeys) && !compose.includes(`\${${key}:`)),
    [],
  )
})

test('a command of package.json runs in a folder without sources, such as that of the image', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-image-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const copied = /^COPY --from=build (.*)$/gm
  const files = [...text('docker/Dockerfile').matchAll(copied)].flatMap(([, line = '']) => line.match(/(?<=\/app\/)\S+\.\S+/g) ?? [])
  t.true(files.includes('.ci/build.mjs'))
  for (const file of files) await cp(join(repositoryRoot, file), join(folder, file))
  await writeFile(join(folder, 'program.mjs'), 'console.log(process.argv.slice(2).join())')
  const { stdout, stderr } = spawnSync(process.execPath, ['.ci/build.mjs', 'program.mjs', 'a', 'b'], {
    cwd: folder,
    encoding: 'utf8',
  })
  t.is(stdout, 'a,b\n', stderr)
})

test('every Compose service has a log limit, and every service of the program except the migration a health check', (t) => {
  const services = text('docker/compose.yaml').split(/^services:\n|^volumes:\n/m)[1] ?? ''
  const blocks = services.split(/^(?= {2}\w+:\n)/m).filter((block) => /^ {2}\w+:/.test(block))
  t.true(blocks.length >= 7)
  for (const block of blocks) {
    t.regex(block, /logging: \*logging|<<: \*service/)
    if (!/migrate:|caddy:/.test(block.split('\n')[0] ?? '')) t.regex(block, /healthcheck:/)
  }
})

test('the Compose file serves metrics only inside its network and passes the database password unencoded', (t) => {
  const compose = text('docker/compose.yaml')
  t.regex(compose, /METRICS_ADDRESS: 0\.0\.0\.0:9464/)
  t.notRegex(compose, /9464:|postgres:\/\/[^@\s]*:[^@\s]*@/)
  t.regex(compose, /DATABASE_PASSWORD: \$\{POSTGRES_PASSWORD/)
})

test('alerts and dashboard name only metrics that the program has, and Compose mounts existing files', async (t) => {
  await Promise.all([import('../api/start.js'), import('../workers/jobs/index.js')])
  const known = new Set((await metrics.getMetricsAsJSON()).map(({ name }) => name))
  const alerts = text('docker/monitoring/alerts.yml')
  const named = [...`${alerts}${text('docker/monitoring/grafana/tributary.json')}`.matchAll(/tributary_[a-z_]+/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  )
  t.true(named.length > 15)
  t.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  )
  const rules = alerts.split(/^ {6}- alert: /m).slice(1)
  t.true(rules.length > 8)
  for (const rule of rules) t.regex(rule, /^\w+\n {8}expr: .+\n(?: {8}for: \d+m\n)? {8}labels: .+\n {8}annotations: \{ summary: .+ \}\n$/)
  const mounted = [...text('docker/compose.yaml').matchAll(/- (\.\/[\w./-]+):/g)].map(([, path = '']) => path)
  t.deepEqual(
    mounted.filter((path) => !existsSync(join(repositoryRoot, 'docker', path))),
    [],
  )
})

const promtool = spawnSync('promtool', ['--version']).status === 0 ? test : test.skip
promtool('promtool accepts the alerts', (t) => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', join(repositoryRoot, 'docker/monitoring/alerts.yml')], {
    encoding: 'utf8',
  })
  t.is(status, 0, stdout + stderr)
})

test('the proxy checks domains for certificates at an existing endpoint', (t) => {
  const path = /ask http:\/\/api:3000(\S+)/.exec(text('docker/Caddyfile'))?.[1]
  t.truthy(tables.rows.find((row) => row.method === 'GET' && row.path === path))
})

test('the proxy compresses responses, except streams, which must reach the client at once', (t) => {
  t.regex(text('docker/Caddyfile'), /^\tencode zstd gzip$/m)
  t.regex(text('api/http/server-sent-events.ts'), /'Cache-Control': '[^']*no-transform/)
})
