/** Processes die in the middle of traffic: whoever got a redirect is counted, and counted once. KILLS_VISITS says how many visit. */
import { Agent, get as httpGet } from 'node:http'
import test from 'ava'
import type pg from 'pg'
import { accidents, endangered, type Endangered } from '../support/accidents.js'
import { until } from '../support/until.js'

const visits = Number(process.env.KILLS_VISITS ?? 6000)
const atOnce = 32
const links = 20
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

let place: Endangered
test.before(async () => {
  place = await endangered()
})
test.afterEach.always((t) => {
  if (!t.passed) t.log(place.installation.output())
})
test.after.always(async () => {
  await place.end()
})

const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

/** The status of one visit, 0 when there was no answer. Node's own fetch would try a dropped connection again. */
const visit = (key: string, visitor: string): Promise<number> =>
  new Promise((resolve) => {
    const request = httpGet(
      `${place.installation.url}/${key}`,
      { agent, timeout: 10_000, headers: { 'user-agent': `${browser} ${visitor}` } },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
        answer.once('error', () => resolve(0))
      },
    )
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(0))
  })

async function makeLinks(): Promise<void> {
  for (let at = 0; at < links; at++) {
    const made = await fetch(`${place.installation.url}/links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${place.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://destination.example/', key: `kill-${at}` }),
    })
    if (!made.ok) throw new Error(await made.text())
  }
}

/**
 * Visits until as many were redirected as asked for; each visitor comes once, whether or not the answer arrived. Answers those who were
 * redirected.
 */
async function send(wanted: number, progress: (redirected: number) => void): Promise<Set<string>> {
  const redirected = new Set<string>()
  let visitors = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (redirected.size < wanted) {
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
  pool.query<{ visitor: string; times: number }>(
    `select substring(ua from 'visitor/.*') as visitor, count(*)::int as times from click_events group by 1`,
  )

/** What happens when this share of the visits was redirected. */
const planned = (): [number, () => unknown][] => [
  [0.1, () => place.kill('workers/main.js')],
  [0.25, () => place.kill('api/main.js')],
  [0.45, () => place.kill('postgres -D')],
  [0.65, () => place.kill('workers/main.js')],
  [0.75, () => place.restartRedis()],
  [0.9, () => place.kill('api/main.js')],
]

test(`processes are killed and servers restarted amid ${visits} redirects: none is missing, none is there twice`, async (t) => {
  t.timeout(900_000)
  await makeLinks()
  const { reached, over } = accidents(planned().map(([share, happen]) => [share * visits, happen]))
  const redirected = await send(visits, reached)
  await over()
  const pool = await place.openPool()
  try {
    const rows = await until(async () => {
      const known = (await counted(pool)).rows
      const visitors = new Set(known.map(({ visitor }) => visitor))
      return [...redirected].every((visitor) => visitors.has(visitor)) ? known : null
    }, 300_000)
    t.deepEqual(
      rows.filter(({ times }) => times > 1),
      [],
    )
    const {
      rows: [sums],
    } = await pool.query(
      `select (select sum(clicks)::int from links) as links, (select count(*)::int from click_events) as events, (select total_clicks::int from workspaces) as workspace`,
    )
    t.is(sums.links, sums.events)
    t.is(sums.workspace, sums.events)
    const { rows: wrong } = await pool.query(
      'select id from links where clicks <> (select count(*) from click_events where link_id = links.id)',
    )
    t.deepEqual(wrong, [])
  } finally {
    await pool.end()
  }
})
