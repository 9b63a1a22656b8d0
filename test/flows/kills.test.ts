/** Processes die in the middle of traffic: whoever got a redirect is counted, and counted once. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, get as httpGet } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import pg from 'pg'
import type { Credentials } from '../../shared/kernel/credentials.js'
import { startEmbeddedPostgres } from '../../shared/kernel/embedded-postgres.js'
import { freePort, install, type Installation, lives } from '../support/installation.js'
import { type OwnRedis, ownRedis } from '../support/own-redis.js'
import { until } from '../support/until.js'

const visits = 20_000
const atOnce = 32
const links = 20
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

let dataDir: string
let installation: Installation
let redis: OwnRedis | undefined
test.before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-kills-'))
  redis = process.env.REDIS_URL ? await ownRedis(dataDir) : undefined
  installation = install(dataDir, await freePort(), redis ? { REDIS_URL: redis.url } : {})
  await installation.ready
})
test.after.always(async (t) => {
  if (!t.passed) t.log(installation.output())
  installation.process.kill('SIGTERM')
  await installation.ended
  for (const { pid } of installation.family()) if (lives(pid)) process.kill(pid, 'SIGKILL')
  await redis?.end()
  await rm(dataDir, { recursive: true, force: true })
})

const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

/** The status of one visit, 0 when there was no answer. Node's own fetch would try a dropped connection again. */
const visit = (key: string, visitor: string): Promise<number> =>
  new Promise((resolve) => {
    const request = httpGet(`${installation.url}/${key}`, { agent, timeout: 10_000, headers: { 'user-agent': `${browser} ${visitor}` } }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
      answer.once('error', () => resolve(0))
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(0))
  })

async function makeLinks(): Promise<void> {
  const { apiKey } = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as Credentials
  for (let at = 0; at < links; at++) {
    const made = await fetch(`${installation.url}/links`, { method: 'POST', headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }, body: JSON.stringify({ url: 'https://destination.example/', key: `kill-${at}` }) })
    if (!made.ok) throw new Error(await made.text())
  }
}

/** Visits until as many were redirected as asked for; each visitor comes once, whether or not the answer arrived. Answers those who were redirected. */
async function send(wanted: number, progress: (redirected: number) => void): Promise<Set<string>> {
  const redirected = new Set<string>()
  let visitors = 0
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (redirected.size < wanted) {
      const visitor = `visitor/${visitors++}`
      if ((await visit(`kill-${visitors % links}`, visitor)) === 302) redirected.add(visitor)
      else await new Promise((resolve) => setTimeout(resolve, 20))
      progress(redirected.size)
    }
  }))
  return redirected
}

/** What is killed when so many have been redirected. */
function accidents(): Map<number, () => unknown> {
  const kill = (word: string) => () => {
    const pid = installation.family().find(({ command }) => command.includes(word))?.pid
    if (pid) process.kill(pid, 'SIGKILL')
  }
  return new Map([
    [2_000, kill('workers/main.js')], [5_000, kill('api/main.js')], [9_000, kill('postgres -D')], [13_000, kill('workers/main.js')],
    [15_000, () => redis?.restart()], [18_000, kill('api/main.js')],
  ])
}

const counted = (pool: pg.Pool) => pool.query<{ visitor: string; times: number }>(`select substring(ua from 'visitor/.*') as visitor, count(*)::int as times from click_events group by 1`)

test('processes are killed and servers restarted amid 20,000 redirects: none is missing, none is there twice', async (t) => {
  t.timeout(180_000)
  await makeLinks()
  const waiting = accidents()
  const happened: Promise<unknown>[] = []
  const redirected = await send(visits, (count) => {
    for (const [when, happen] of waiting) {
      if (count < when) continue
      waiting.delete(when)
      happened.push(Promise.resolve(happen()))
    }
  })
  await Promise.all(happened)
  const { url } = await startEmbeddedPostgres({ directory: join(dataDir, 'postgres') })
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  try {
    const rows = await until(async () => {
      const known = (await counted(pool)).rows
      const visitors = new Set(known.map(({ visitor }) => visitor))
      return [...redirected].every((visitor) => visitors.has(visitor)) ? known : null
    }, 90_000)
    t.deepEqual(rows.filter(({ times }) => times > 1), [])
    const { rows: [sums] } = await pool.query(`select (select sum(clicks)::int from links) as links, (select count(*)::int from click_events) as events, (select total_clicks::int from workspaces) as workspace`)
    t.is(sums.links, sums.events)
    t.is(sums.workspace, sums.events)
    const { rows: wrong } = await pool.query('select id from links where clicks <> (select count(*) from click_events where link_id = links.id)')
    t.deepEqual(wrong, [])
  } finally {
    await pool.end()
  }
})
