/**
 * Redirects with durable click recording, compared with a plain server that sends the same response, alternately on the same core:
 * `BENCH_PAIRS` (3) pairs of processes, each visited in `BENCH_ROUNDS` (6) of `BENCH_SECONDS` (1) with `BENCH_CONNECTIONS` (128).
 */
import pg from 'pg'
import { freePort, hasProgram, type Mode, openInstallation, report, type Installation } from './support/installation.js'
import { agent, alternate, medians, missingPrograms, visit, waitForClicks, writeScript } from './support/wrk.js'

// Short alternating rounds, and the median of their ratios, because shared machines vary from second to second. Several pairs of
// processes, so that no single process decides.
const pairs = Number(process.env.BENCH_PAIRS ?? 3)
const rounds = Number(process.env.BENCH_ROUNDS ?? 6)
const seconds = Number(process.env.BENCH_SECONDS ?? 1)
const connections = Number(process.env.BENCH_CONNECTIONS ?? 128)
const keys = 200

/** Returns the environment of a plain server that sends the response of a redirect. */
async function makeLinks({ env, apiKey, start, stop }: Installation): Promise<Record<string, string>> {
  const api = await start('dist/api/main.js', 0)
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
  await stop(api)
  return {
    PLAIN_PORT: String(await freePort()),
    ANSWER_LOCATION: redirect.headers.get('location') ?? '',
    ANSWER_COOKIE: redirect.headers.get('set-cookie') ?? '',
  }
}

async function visitPair({ env, start, stop }: Installation, plainEnv: Record<string, string>) {
  const scriptPath = await writeScript(env.DATA_DIR ?? '', 'bench-', keys)
  const processes = [await start('dist/api/main.js', 0, { TRUST_PROXY: '1' }), await start('dist/bench/plain-server.js', 0, plainEnv)]
  const measures = (rounds: number, connections: number, seconds: number) =>
    alternate(
      rounds,
      () => visit(`${env.BASE_URL}/`, connections, seconds, scriptPath),
      () => visit(`http://127.0.0.1:${plainEnv.PLAIN_PORT}/`, connections, seconds, scriptPath),
    )
  await measures(2, connections, 1) // before all of the code is optimized
  const concurrent = await measures(rounds, connections, seconds)
  const single = await measures(Math.ceil(rounds / 3), 1, 1)
  await Promise.all(processes.map(stop))
  return { concurrent, single }
}

async function measure(mode: Mode, target: string): Promise<void> {
  const installation = await openInstallation(mode)
  try {
    const plainEnv = await makeLinks(installation)
    const measured = []
    for (let pair = 0; pair < pairs; pair++) measured.push(await visitPair(installation, plainEnv))
    const rate = medians(
      measured.flatMap((pair) => pair.concurrent),
      'perSecond',
    )
    report(`redirects per second, ${mode}`, rate.ours.toFixed(0), rate.baseline.toFixed(0), rate.ratio, target)
    const ratios = measured.map((pair) => medians(pair.concurrent, 'perSecond').ratio.toFixed(2))
    console.log(`  ${mode}: ratios of the pairs of processes ${ratios.join(', ')}`)
    const p50 = medians(
      measured.flatMap((pair) => pair.single),
      'p50',
    )
    report(`redirect p50 at one connection (ms), ${mode}`, p50.ours.toFixed(3), p50.baseline.toFixed(3), p50.ratio, 'at most 6')
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
