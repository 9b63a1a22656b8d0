/** Processes die in the middle of deliveries: every link that was made is told of, and a receiver that looks at ids sees each once. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import pg from 'pg'
import type { Credentials } from '../../shared/kernel/credentials.js'
import { startEmbeddedPostgres } from '../../shared/kernel/embedded-postgres.js'
import { freePort, install, type Installation, lives } from '../support/installation.js'
import { type OwnRedis, ownRedis } from '../support/own-redis.js'
import { openReceivers, type Receivers } from '../support/receivers.js'
import { until } from '../support/until.js'

const wanted = 600
const atOnce = 8

let dataDir: string
let installation: Installation
let receivers: Receivers
let redis: OwnRedis | undefined
test.before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-webhook-kills-'))
  receivers = await openReceivers()
  redis = process.env.REDIS_URL ? await ownRedis(dataDir) : undefined
  installation = install(dataDir, await freePort(), { ALLOW_PRIVATE_TARGETS: 'true', ...(redis ? { REDIS_URL: redis.url } : {}) })
  await installation.ready
})
test.afterEach.always((t) => {
  if (!t.passed) t.log(installation.output())
})
test.after.always(async () => {
  installation.process.kill('SIGTERM')
  await installation.ended
  for (const { pid } of installation.family()) if (lives(pid)) process.kill(pid, 'SIGKILL')
  await receivers.close()
  await redis?.end()
  await rm(dataDir, { recursive: true, force: true })
})

const kill = (word: string) => () => {
  const pid = installation.family().find(({ command }) => command.includes(word))?.pid
  if (pid) process.kill(pid, 'SIGKILL')
}

/** What happens when so many links have been made. */
const accidents = () => new Map<number, () => unknown>([
  [80, kill('workers/main.js')], [180, kill('api/main.js')], [280, kill('postgres -D')], [380, kill('workers/main.js')], [460, () => redis?.restart()], [520, kill('workers/main.js')],
])

test('processes are killed amid 600 links: each that was made is told of, under one id', async (t) => {
  t.timeout(180_000)
  const { apiKey } = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as Credentials
  const post = (path: string, body: object) => fetch(installation.url + path, { method: 'POST', headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }, body: JSON.stringify(body) })
  // It answers late, so that there is always something on its way.
  receivers.behave('/hook', (response) => setTimeout(() => response.writeHead(204).end(), 30))
  t.is((await post('/webhooks', { name: 'Test', url: `${receivers.origin}/hook`, triggers: ['link.created'] })).status, 201)

  const waiting = accidents()
  const happened: Promise<unknown>[] = []
  const answered = new Set<string>()
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (answered.size < wanted) {
      const answer = await post('/links', { url: 'https://destination.example/' }).catch(() => null)
      if (answer?.ok) answered.add(((await answer.json()) as { id: string }).id)
      else await new Promise((resolve) => setTimeout(resolve, 50))
      for (const [when, happen] of waiting) {
        if (answered.size < when) continue
        waiting.delete(when)
        happened.push(Promise.resolve(happen()))
      }
    }
  }))
  await Promise.all(happened)

  const { url } = await startEmbeddedPostgres({ directory: join(dataDir, 'postgres') })
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  try {
    const { rows } = await pool.query<{ id: string }>(`select id from links where key <> '_root'`)
    const heard = () => new Set(receivers.arrivals.map(({ event }) => event.data.id as string))
    await until(() => rows.every(({ id }) => heard().has(id)), 90_000)
    t.true([...answered].every((id) => heard().has(id)))
    const ids = new Map(receivers.arrivals.map(({ headers, event }) => [String(headers['webhook-id']), event.data.id]))
    t.is(ids.size, rows.length, 'as many events as links')
    t.is(new Set(ids.values()).size, rows.length, 'each of another link')
    t.log(`${rows.length} links, ${receivers.arrivals.length} deliveries`)
    await until(async () => (await pool.query(`select 1 from webhook_deliveries where state <> 'succeeded'`)).rows.length === 0, 60_000)
  } finally {
    await pool.end()
  }
})
