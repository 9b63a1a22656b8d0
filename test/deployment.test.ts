/** What runs the program in production names parts of it: this says when a name no longer exists. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { tables } from '../api/routes/index.js'
import { configKeys } from '../shared/kernel/config.js'
import { queueNames } from '../shared/kernel/queue-kinds.js'
import { top } from './support/source-tree.js'

interface App {
  name: string
  script: string
  exec_mode?: string
  wait_ready: boolean
  kill_timeout: number
  env: { WORKER_QUEUES?: string }
}

const text = (file: string) => readFileSync(join(top, file), 'utf8')
const programsIn = (words: string) => [...new Set(words.match(/\bdist\/[\w/-]+\.js\b/g))]
const { apps } = (await import(join(top, 'ecosystem.config.js'))) as { apps: App[] }

test('PM2 starts the API in cluster mode and waits until it serves', (t) => {
  const api = apps.find(({ script }) => script === 'dist/api/main.js')
  t.is(api?.exec_mode, 'cluster')
  for (const app of apps) {
    t.true(existsSync(join(top, app.script)))
    t.true(app.wait_ready)
    t.true(app.kill_timeout > 30_000, 'a process gives itself half a minute')
  }
})

test('under PM2 every queue is served by one group of workers', (t) => {
  const served = apps.flatMap(({ env }) => env.WORKER_QUEUES?.split(',') ?? [])
  t.deepEqual(served.toSorted(), queueNames.toSorted())
})

test('in the composition every queue is served by one worker service', (t) => {
  const served = [...text('docker/compose.yaml').matchAll(/workers\/main\.js, (.*)\]/g)].flatMap(([, names = '']) => names.split(', '))
  t.deepEqual(served.toSorted(), queueNames.toSorted())
})

test('image, composition and PM2 name programs that exist', (t) => {
  for (const file of ['docker/Dockerfile', 'docker/compose.yaml', 'ecosystem.config.js']) {
    const missing = programsIn(text(file)).filter((program) => !existsSync(join(top, program)))
    t.deepEqual(missing, [], file)
  }
})

test('the composition sets only keys of the configuration contract', (t) => {
  const block = /environment: &environment\n((?: {4}.*\n)+)/.exec(text('docker/compose.yaml'))?.[1] ?? ''
  const keys = [...block.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, key = '']) => key)
  t.true(keys.length >= 4)
  t.deepEqual(
    keys.filter((key) => !(key in configKeys)),
    [],
  )
})

test('the proxy asks an endpoint that exists whether a domain may have a certificate', (t) => {
  const path = /ask http:\/\/api:3000(\S+)/.exec(text('docker/Caddyfile'))?.[1]
  t.truthy(tables.rows.find((row) => row.method === 'GET' && row.path === path))
})
