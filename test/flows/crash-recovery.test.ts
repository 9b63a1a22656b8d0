/** Processes are killed under traffic: every redirected visitor is counted exactly once. KILLS_VISITS sets the number of visits. */
import { Agent, get as httpGet } from 'node:http'
import test from 'ava'
import type pg from 'pg'
import { scheduleFaults, disposableInstallation, type DisposableInstallation } from '../support/fault-injection.js'
import { waitUntil } from '../support/wait-until.js'

const visits = Number(process.env.KILLS_VISITS ?? 6000)
const concurrency = 32
const links = 20
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

let server: DisposableInstallation
test.before(async () => {
  server = await disposableInstallation()
})
test.afterEach.always((t) => {
  if (!t.passed) t.log(server.installation.output())
})
test.after.always(async () => {
  await server.end()
})

const agent = new Agent({ keepAlive: true, maxSockets: concurrency })

/** Status of one visit, 0 if there was no response. Node's fetch would retry a dropped connection itself. */
const visit = (key: string, visitor: string): Promise<number> =>
  new Promise((resolve) => {
    const request = httpGet(
      `${server.installation.url}/${key}`,
      { agent, timeout: 10_000, headers: { 'user-agent': `${browser} ${visitor}` } },
      (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
        response.once('error', () => resolve(0))
      },
    )
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(0))
  })

async function makeLinks(): Promise<void> {
  for (let at = 0; at < links; at++) {
    const response = await fetch(`${server.installation.url}/links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://destination.example/', key: `kill-${at}` }),
    })
    if (!response.ok) throw new Error(await response.text())
  }
}

/**
 * Sends visits until the given number was redirected. Each visitor visits once, whether or not a response arrived. Returns the redirected
 * visitors.
 */
async function send(count: number, progress: (redirected: number) => void): Promise<Set<string>> {
  const redirected = new Set<string>()
  let visitors = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (redirected.size < count) {
        const visitor = `visitor/${visitors++}`
        if ((await visit(`kill-${visitors % links}`, visitor)) === 302) redirected.add(visitor)
        else await new Promise((resolve) => setTimeout(resolve, 20))
        progress(redirected.size)
      }
    }),
  )
  return redirected
}

const counted = (pool: pg.Pool) =>
  pool.query<{ visitor: string; count: number }>(
    `select substring(ua from 'visitor/.*') as visitor, count(*)::int as count from clicks group by 1`,
  )

/** Faults by the fraction of redirected visits at which they happen. */
const planned = (): [number, () => unknown][] => [
  [0.1, () => server.kill('workers/main.js')],
  [0.25, () => server.kill('api/main.js')],
  [0.45, () => server.kill('postgres -D')],
  [0.65, () => server.kill('workers/main.js')],
  [0.75, () => server.restartRedis()],
  [0.9, () => server.kill('api/main.js')],
]

test(`every one of ${visits} redirects is counted exactly once although processes are killed and servers restarted`, async (t) => {
  t.timeout(900_000)
  await makeLinks()
  const { reached, completed } = scheduleFaults(planned().map(([share, happen]) => [share * visits, happen]))
  const redirected = await send(visits, reached)
  await completed()
  const pool = await server.openPool()
  try {
    const rows = await waitUntil(async () => {
      const clicks = (await counted(pool)).rows
      const visitors = new Set(clicks.map(({ visitor }) => visitor))
      return [...redirected].every((visitor) => visitors.has(visitor)) ? clicks : null
    }, 300_000)
    t.deepEqual(
      rows.filter(({ count }) => count > 1),
      [],
    )
    const {
      rows: [sums],
    } = await pool.query(
      `select (select sum(clicks)::int from links) as links, (select count(*)::int from click_events) as events, (select total_clicks::int
       from workspaces) as workspace`,
    )
    t.is(sums.links, sums.events)
    t.is(sums.workspace, sums.events)
    const { rows: mismatches } = await pool.query(
      'select id from links where clicks <> (select count(*) from clicks where link_id = links.id)',
    )
    t.deepEqual(mismatches, [])
  } finally {
    await pool.end()
  }
})
