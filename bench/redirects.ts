/**
 * Redirects with durable click recording, compared with a plain server that sends the same response, alternately on the same core:
 * `BENCH_ROUNDS` (9) of `BENCH_SECONDS` (2) each, with `BENCH_CONNECTIONS` (128).
 */
import pg from 'pg'
import { freePort, hasProgram, type Mode, openInstallation, report, type Installation } from './support/installation.js'
import { agent, alternate, missingPrograms, visit, waitForClicks, writeScript } from './support/wrk.js'

// Short alternating rounds, and the median of their ratios, because shared machines vary from second to second.
const rounds = Number(process.env.BENCH_ROUNDS ?? 9)
const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const connections = Number(process.env.BENCH_CONNECTIONS ?? 128)
const keys = 200

async function makeLinks({ env, apiKey }: Installation): Promise<{ location: string; cookie: string }> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
  for (let at = 0; at < keys; at++) {
    const response = await fetch(`${env.BASE_URL}/links`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ url: 'https://destination.example/page?utm_source=bench', key: `bench-${at}` }),
    })
    if (!response.ok) throw new Error(await response.text())
  }
  const redirect = await fetch(`${env.BASE_URL}/bench-0`, { redirect: 'manual', headers: { 'User-Agent': agent } })
  return { location: redirect.headers.get('location') ?? '', cookie: redirect.headers.get('set-cookie') ?? '' }
}

async function measure(mode: Mode, target: string): Promise<void> {
  const installation = await openInstallation(mode)
  try {
    const scriptPath = await writeScript(installation.env.DATA_DIR ?? '', 'bench-', keys)
    const api = await installation.start('dist/api/main.js', 0, { TRUST_PROXY: '1' })
    const { location, cookie } = await makeLinks(installation)
    const plainPort = await freePort()
    await installation.start('dist/bench/plain-server.js', 0, {
      PLAIN_PORT: String(plainPort),
      ANSWER_LOCATION: location,
      ANSWER_COOKIE: cookie,
    })
    const plainUrl = `http://127.0.0.1:${plainPort}/`
    const measures = (connections: number, seconds: number) =>
      alternate(
        rounds,
        () => visit(`${installation.env.BASE_URL}/`, connections, seconds, scriptPath),
        () => visit(plainUrl, connections, seconds, scriptPath),
      )
    await visit(`${installation.env.BASE_URL}/`, connections, 2, scriptPath)
    const concurrent = await measures(connections, seconds)
    report(
      `redirects per second, ${mode}`,
      concurrent.ours('perSecond').toFixed(0),
      concurrent.baseline('perSecond').toFixed(0),
      concurrent.ratio('perSecond'),
      target,
    )
    const single = await measures(1, 1)
    report(
      `redirect p50 at one connection (ms), ${mode}`,
      single.ours('p50').toFixed(3),
      single.baseline('p50').toFixed(3),
      single.ratio('p50'),
      'at most 6',
    )
    await installation.stop(api)
    await countClicks(installation, mode)
  } finally {
    await installation.close()
  }
}

/** Every answered redirect must be counted: starts the worker, which did not run during the measurement, and waits until the queue is empty. */
async function countClicks(installation: Installation, mode: Mode): Promise<void> {
  await installation.start('dist/workers/main.js', 0, { WORKER_QUEUES: 'clicks' })
  const client = new pg.Client({ connectionString: installation.databaseUrl })
  await client.connect()
  const query = async (sql: string) => Number((await client.query(sql)).rows[0].value)
  const started = Date.now()
  const { clicks: rows, at: ended } = await waitForClicks(() => query('select count(*) as value from click_events'))
  const excluded = await query('select coalesce(sum(count), 0) as value from excluded_requests')
  const counted = await query('select sum(clicks) as value from links')
  await client.end()
  console.log(
    `  ${mode}: ${rows} click rows, counters show ${counted}, ${excluded} excluded; ingested at ` +
      `${Math.round(rows / ((ended - started) / 1000))} rows per second`,
  )
}

const missing = missingPrograms()
if (missing) console.log(`redirects: ${missing}`)
else {
  if (hasProgram('redis-server')) await measure('redis', 'at least 0.60')
  else console.log('redirects: needs redis-server for the Redis mode (apt-get install redis-server)')
  await measure('postgres', 'at least 0.60')
}
