/**
 * Processes are killed: every redirected visitor is counted, and every row imported, exactly once. KILLS_VISITS sets the number of visits.
 * With TEST_CLICKHOUSE=1, events are in ClickHouse, which is killed too.
 */
import { Agent, get as httpGet } from 'node:http'
import test from 'ava'
import { strToU8, zipSync } from 'fflate'
import type pg from 'pg'
import { textHash } from '../../shared/clickhouse/index.js'
import { endangeredClickHouse, type EndangeredClickHouse } from '../support/endangered-clickhouse.js'
import { scheduleFaults, disposableInstallation, type DisposableInstallation } from '../support/fault-injection.js'
import { loopbackServer } from '../support/loopback-server.js'
import { waitUntil } from '../support/wait-until.js'

const visits = Number(process.env.KILLS_VISITS ?? 6000)
const concurrency = 32
const links = 20
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

let server: DisposableInstallation
let engine: EndangeredClickHouse | undefined
test.before(async () => {
  engine = await endangeredClickHouse()
  server = await disposableInstallation({ ALLOW_PRIVATE_TARGETS: 'true', ...engine?.env })
})
test.afterEach.always((t) => {
  if (!t.passed) t.log(server.installation.output())
})
test.after.always(async () => {
  await server.end()
  await engine?.close()
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

/** Counts by a text in each click. The engine may be starting again. */
async function countsBy(pool: pg.Pool, [inPostgres, inClickHouse]: readonly [string, string]): Promise<Map<string, number>> {
  const rows = engine
    ? await engine.clickHouse
        .query<{ key: string; count: number }>({ text: `select ${inClickHouse} as key, count() as count from clicks group by key` })
        .catch(() => [])
    : (await pool.query<{ key: string; count: number }>(`select ${inPostgres} as key, count(*)::int as count from clicks group by 1`)).rows
  return new Map(rows.map(({ key, count }) => [key, count]))
}

const visitorText = [`substring(ua from 'visitor/.*')`, `extract(ua, 'visitor/.*')`] as const
const linkText = ['link_id', 'toString(link_hash)'] as const

/** Faults by the fraction of redirected visits at which they happen. */
const planned = (): [number, () => unknown][] => [
  [0.1, () => server.kill('workers/main.js')],
  [0.25, () => server.kill('api/main.js')],
  [0.35, () => engine?.restart()],
  [0.45, () => server.kill('postgres -D')],
  [0.65, () => server.kill('workers/main.js')],
  [0.7, () => engine?.restart()],
  [0.75, () => server.restartRedis()],
  [0.9, () => server.kill('api/main.js')],
]

const archivedCustomers = 12_000

/** An archive with customers only. */
function archiveOfCustomers(): Uint8Array {
  const columns = ['id', 'external_id', 'name', 'created_at', 'updated_at']
  const at = '2026-01-01T00:00:00.000000Z'
  const rows = Array.from({ length: archivedCustomers }, (_, index) => [
    `cus_archived${index}`,
    `person ${index}`,
    `Person ${index}`,
    at,
    at,
  ])
  const settings = {
    conversionEnabled: true,
    attributionModel: 'last_click',
    attributionWindowDays: null,
    allowedHostnames: null,
    defaultProgramId: null,
  }
  const tables = [{ table: 'customers', rows: archivedCustomers, columns }]
  const workspace = { id: 'ws_elsewhere', name: 'Elsewhere', slug: 'elsewhere' }
  return zipSync({
    'customers.csv': strToU8([columns, ...rows].map((row) => `${row.join()}\r\n`).join('')),
    'manifest.json': strToU8(JSON.stringify({ format: 'tributary-workspace', version: 1, workspace, settings, tables, omitted: {} })),
  })
}

/** A workspace of the owner of the first one. */
async function emptyWorkspace(pool: pg.Pool): Promise<string> {
  await pool.query(
    `insert into workspaces select (jsonb_populate_record(null::workspaces, to_jsonb(first) || jsonb_build_object(
       'id', 'ws_restored', 'slug', 'restored', 'invite_code', 'restored', 'publishable_key', null, 'default_program_id', null))).*
     from (select * from workspaces order by created_at, id limit 1) first`,
  )
  await pool.query(
    `insert into members select (jsonb_populate_record(null::members, to_jsonb(first) || jsonb_build_object(
       'id', 'mem_restored', 'workspace_id', 'ws_restored'))).*
     from (select * from members where role = 'owner' order by id limit 1) first`,
  )
  return 'restored'
}

test.serial('an import of an archive whose worker is killed goes on after the last stored row', async (t) => {
  t.timeout(600_000)
  const archive = Buffer.from(archiveOfCustomers())
  const source = await loopbackServer(t, (_, response) => void response.end(archive))
  const pool = await server.openPool()
  t.teardown(() => pool.end())
  const started = await fetch(`${server.installation.url}/admin/workspaces/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.adminApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ slug: await emptyWorkspace(pool), url: `${source.origin}/archive.zip` }),
  })
  const { id } = (await started.json()) as { id: string }
  t.is(started.status, 202)
  const imported = async () =>
    (await pool.query(`select count(*)::int as count from customers where workspace_id = 'ws_restored'`)).rows[0].count as number
  const kill = () => server.kill('workers/main.js')
  const faults = scheduleFaults([
    [1, kill],
    [archivedCustomers / 2, kill],
  ])
  const operation = async () =>
    (await pool.query('select state, done, failed from background_operations where id = $1', [id])).rows[0] as { state: string }
  await waitUntil(async () => {
    faults.reached(await imported())
    return (await operation()).state === 'completed'
  }, 300_000)
  await faults.completed()
  t.like(await operation(), { done: archivedCustomers, failed: 0 })
  t.is(await imported(), archivedCustomers)
})

test.serial(`every one of ${visits} redirects is counted exactly once although processes are killed and servers restarted`, async (t) => {
  t.timeout(900_000)
  await makeLinks()
  const { reached, completed } = scheduleFaults(planned().map(([share, happen]) => [share * visits, happen]))
  const redirected = await send(visits, reached)
  await completed()
  const pool = await server.openPool()
  try {
    const rows = await waitUntil(async () => {
      const clicks = await countsBy(pool, visitorText)
      return [...redirected].every((visitor) => clicks.has(visitor)) ? clicks : null
    }, 300_000)
    t.deepEqual(
      [...rows].filter(([, count]) => count > 1),
      [],
    )
    // Visits without a response may be stored a moment later.
    const events = await waitUntil(async () => {
      const counts = await countsBy(pool, linkText)
      const { rows: found } = await pool.query<{ id: string; clicks: number }>('select id, clicks::int from links where clicks > 0')
      const isEqual = found.every(({ id, clicks }) => counts.get(engine ? textHash(id) : id) === clicks)
      return isEqual && found.length === counts.size ? counts : null
    }, 60_000)
    const { rows: workspaces } = await pool.query(`select total_clicks::int as clicks from workspaces where id <> 'ws_restored'`)
    t.deepEqual(workspaces, [{ clicks: [...events.values()].reduce((sum, count) => sum + count, 0) }])
  } finally {
    await pool.end()
  }
})
