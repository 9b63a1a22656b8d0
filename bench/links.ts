/** Creates links through the API, one per request, compared with prepared single-row inserts at the same concurrency. */
import { Agent, request } from 'node:http'
import pg from 'pg'
import { cpuTimeOf, findServerPid } from './support/cpu-time.js'
import { median, openInstallation, report } from './support/installation.js'

const concurrency = 16
const linksPerRound = 3000
const rounds = 3

interface Measured {
  perSecond: number
  /** Of the API and the database server, without the client. */
  cpuMsPerLink: number
}

const installation = await openInstallation('postgres')
const pool = new pg.Pool({ connectionString: installation.databaseUrl, max: concurrency })
pool.on('error', () => undefined) // the server stops before the pool closes
const agent = new Agent({ keepAlive: true, maxSockets: concurrency })

/** Creates one link and returns the status. Node's own client, because `fetch` takes as much CPU time as the server. */
const post = (body: string) =>
  new Promise<number>((resolve, reject) => {
    const headers = { Authorization: `Bearer ${installation.apiKey}`, 'Content-Type': 'application/json' }
    const sent = request(`${installation.env.BASE_URL}/links`, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject).end(body)
  })

async function measure(create: (index: number) => Promise<unknown>, round: number, pids: readonly number[]): Promise<Measured> {
  let next = 0
  const before = cpuTimeOf(pids)
  const started = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let index = next++; index < linksPerRound; index = next++) await create(round * linksPerRound + index)
    }),
  )
  const elapsedMs = performance.now() - started
  return { perSecond: (linksPerRound / elapsedMs) * 1000, cpuMsPerLink: (cpuTimeOf(pids) - before) / 1000 / linksPerRound }
}

try {
  // Lifts the plan's limit of links; rate limits are reset below, because they are not measured.
  await pool.query(`update workspaces set links_limit = 1000000000`)
  await pool.query('create table inserted (like links including all)')
  const { pid } = await installation.start('dist/api/main.js', 0)
  const serverPid = await findServerPid(pool)
  const pids = [pid as number, serverPid]
  const throughApi = async (index: number) => {
    const body = JSON.stringify({ url: `https://destination.example/page-${index}`, key: `made-${index}` })
    for (let status = await post(body); status !== 200; status = await post(body)) {
      if (status !== 429) throw new Error(`link ${index}: ${status}`)
      await pool.query('delete from rate_windows')
    }
  }
  const byInsert = (index: number) =>
    pool.query({
      name: 'insert',
      text: `insert into inserted (id, workspace_id, domain, key, lookup_key, url, short_link, created_at, updated_at)
       values ($1, 'ws_bench', 'd.example', $2, $2, $3, $4, now(), now())`,
      values: [`link_${index}`, `made-${index}`, `https://destination.example/page-${index}`, `https://d.example/made-${index}`],
    })
  const [ours, plain]: [Measured[], Measured[]] = [[], []]
  await measure(throughApi, rounds, pids)
  for (let round = 0; round < rounds; round++) {
    plain.push(await measure(byInsert, round, [serverPid]))
    ours.push(await measure(throughApi, round, pids))
    await pool.query('delete from rate_windows')
  }
  const medianOf = (measured: Measured[], of: keyof Measured) => median(measured.map((one) => one[of]))
  const [rate, plainRate] = [medianOf(ours, 'perSecond'), medianOf(plain, 'perSecond')]
  const [cpu, plainCpu] = [medianOf(ours, 'cpuMsPerLink'), medianOf(plain, 'cpuMsPerLink')]
  report(`links created per second, concurrency ${concurrency}`, rate.toFixed(0), plainRate.toFixed(0), rate / plainRate, '>= 1500')
  report('CPU of API and database per link (ms)', cpu.toFixed(2), plainCpu.toFixed(2), cpu / plainCpu, '<= 1')
} finally {
  agent.destroy()
  await pool.end()
  await installation.close()
}
