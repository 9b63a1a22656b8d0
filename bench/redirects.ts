/** Redirects with durable click recording beside a plain server that gives the same answer, each on the same core in turn. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort, hasProgram, median, type Mode, openStage, report, type Stage } from './support/stage.js'

const run = promisify(execFile)
const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
// Short rounds by turns, and the median of their ratios: machines that others share are fast in one second and slow in the next.
const rounds = 9
const connections = Number(process.env.BENCH_CONNECTIONS ?? 128)
const keys = 200

/** Many links, and behind a proxy many visitors with the few hundred browsers that people have: none is a repeat. */
const script = `
local n = 0
request = function()
  n = n + 1
  local address = string.format('%d.%d.%d.%d', 80 + math.floor(n / 16777216) % 8, math.floor(n / 65536) % 256, math.floor(n / 256) % 256, n % 256)
  return wrk.format('GET', '/bench-' .. (n % ${keys}), { ['User-Agent'] = '${agent} build/' .. wrk.thread:get('seed') .. '.' .. n % 500, ['X-Forwarded-For'] = address })
end
function setup(thread) thread:set('seed', os.time()) end
`

interface Measure {
  perSecond: number
  /** Milliseconds. */
  half: number
  requests: number
}

async function wrk(url: string, connections: number, seconds: number, scriptPath: string): Promise<Measure> {
  const { stdout } = await run('taskset', ['-c', '1', 'wrk', '-t1', `-c${connections}`, `-d${seconds}`, '--latency', '-s', scriptPath, url])
  if (/Non-2xx or 3xx/.test(stdout)) throw new Error(`answers went wrong:\n${stdout}`)
  const [, amount = '0', unit = 'ms'] = /50%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    half: Number(amount) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'],
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
  }
}

/** The medians of many rounds, and that of their ratios. */
async function byTurns(ours: string, plain: string, measure: (url: string) => Promise<Measure>) {
  const pairs: { ours: Measure; plain: Measure }[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ plain: await measure(plain), ours: await measure(ours) })
  const middle = (who: 'ours' | 'plain') => (what: keyof Measure) => median(pairs.map((pair) => pair[who][what]))
  return {
    ours: middle('ours'),
    plain: middle('plain'),
    ratio: (what: keyof Measure) => median(pairs.map(({ ours, plain }) => ours[what] / plain[what])),
  }
}

async function makeLinks({ env, apiKey }: Stage): Promise<{ location: string; cookie: string }> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
  for (let at = 0; at < keys; at++) {
    const made = await fetch(`${env.BASE_URL}/links`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ url: 'https://destination.example/page?utm_source=bench', key: `bench-${at}` }),
    })
    if (!made.ok) throw new Error(await made.text())
  }
  const answer = await fetch(`${env.BASE_URL}/bench-0`, { redirect: 'manual', headers: { 'User-Agent': agent } })
  return { location: answer.headers.get('location') ?? '', cookie: answer.headers.get('set-cookie') ?? '' }
}

async function measure(mode: Mode, target: string): Promise<void> {
  const stage = await openStage(mode)
  try {
    const scriptPath = join(stage.env.DATA_DIR ?? '', 'visits.lua')
    await writeFile(scriptPath, script)
    const api = await stage.start('dist/api/main.js', 0, { TRUST_PROXY: '1' })
    const { location, cookie } = await makeLinks(stage)
    const plainPort = await freePort()
    await stage.start('dist/bench/plain-server.js', 0, { PLAIN_PORT: String(plainPort), ANSWER_LOCATION: location, ANSWER_COOKIE: cookie })
    const plainUrl = `http://127.0.0.1:${plainPort}/`
    const measures = (connections: number, seconds: number) =>
      byTurns(`${stage.env.BASE_URL}/`, plainUrl, (url) => wrk(url, connections, seconds, scriptPath))
    await wrk(`${stage.env.BASE_URL}/`, connections, 2, scriptPath)
    const many = await measures(connections, 2)
    report(
      `redirects per second, ${mode}`,
      many.ours('perSecond').toFixed(0),
      many.plain('perSecond').toFixed(0),
      many.ratio('perSecond'),
      target,
    )
    const one = await measures(1, 1)
    report(
      `redirect p50 at one connection (ms), ${mode}`,
      one.ours('half').toFixed(3),
      one.plain('half').toFixed(3),
      one.ratio('half'),
      'at most 6',
    )
    await stage.stop(api)
    await countClicks(stage, mode)
  } finally {
    await stage.close()
  }
}

/** What was answered must be there: the worker that was left out of the measurement works the queue off. */
async function countClicks(stage: Stage, mode: Mode): Promise<void> {
  await stage.start('dist/workers/main.js', 0, { WORKER_QUEUES: 'clicks' })
  const client = new pg.Client({ connectionString: stage.databaseUrl })
  await client.connect()
  const figure = async (sql: string) => Number((await client.query(sql)).rows[0].figure)
  const started = Date.now()
  let before = -1
  let rows = 0
  while (rows !== before) {
    await new Promise((resolve) => setTimeout(resolve, 3000))
    before = rows
    rows = await figure('select count(*) as figure from click_events')
  }
  const excluded = await figure('select coalesce(sum(count), 0) as figure from excluded_requests')
  const counted = await figure('select sum(clicks) as figure from links')
  await client.end()
  console.log(
    `  ${mode}: ${rows} click rows, counters say ${counted}, ${excluded} excluded; worked off at ${Math.round(rows / ((Date.now() - started - 3000) / 1000))} rows a second`,
  )
}

if (!hasProgram('wrk') || !hasProgram('taskset')) console.log('redirects: needs wrk and taskset (apt-get install wrk util-linux)')
else {
  if (hasProgram('redis-server')) await measure('redis', 'at least 0.40')
  else console.log('redirects: needs redis-server for the Redis mode (apt-get install redis-server)')
  await measure('postgres', 'at least 0.25')
}
