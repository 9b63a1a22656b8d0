/** Creates links through the API, one per request, compared with prepared single-row inserts at the same concurrency. */
import { Agent } from 'node:http'
import pg from 'pg'
import { findServerPid } from './support/cpu-time.js'
import { median, openInstallation, report } from './support/installation.js'
import { measureThroughput, postJson, type Throughput } from './support/sequential-client.js'

const concurrency = 16
const linksPerRound = 3000
const rounds = 3

const installation = await openInstallation('postgres')
const pool = new pg.Pool({ connectionString: installation.databaseUrl, max: concurrency })
pool.on('error', () => undefined) // the server stops before the pool closes
const agent = new Agent({ keepAlive: true, maxSockets: concurrency })

try {
  // Lifts the plan's limit of links; rate limits are reset below, because they are not measured.
  await pool.query(`update workspaces set links_limit = 1000000000`)
  await pool.query('create table inserted (like links including all)')
  const { pid } = await installation.start('dist/api/main.js', 0)
  const serverPid = await findServerPid(pool)
  const pids = [pid as number, serverPid]
  const throughApi = async (index: number) => {
    const body = { url: `https://destination.example/page-${index}`, key: `made-${index}` }
    const post = async () => (await postJson(agent, `${installation.env.BASE_URL}/links`, installation.apiKey, body)).status
    for (let status = await post(); status !== 200; status = await post()) {
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
  const measure = (create: (index: number) => Promise<unknown>, round: number, measured: readonly number[]) =>
    measureThroughput((index) => create(round * linksPerRound + index), { count: linksPerRound, concurrency, pids: measured })
  const [ours, plain]: [Throughput[], Throughput[]] = [[], []]
  await measure(throughApi, rounds, pids)
  for (let round = 0; round < rounds; round++) {
    plain.push(await measure(byInsert, round, [serverPid]))
    ours.push(await measure(throughApi, round, pids))
    await pool.query('delete from rate_windows')
  }
  const medianOf = (measured: Throughput[], of: keyof Throughput) => median(measured.map((one) => one[of]))
  const [rate, plainRate] = [medianOf(ours, 'perSecond'), medianOf(plain, 'perSecond')]
  const [cpu, plainCpu] = [medianOf(ours, 'cpuMs'), medianOf(plain, 'cpuMs')]
  report(`links created per second, concurrency ${concurrency}`, rate.toFixed(0), plainRate.toFixed(0), rate / plainRate, '>= 1500')
  report('CPU of API and database per link (ms)', cpu.toFixed(2), plainCpu.toFixed(2), cpu / plainCpu, '<= 1')
} finally {
  agent.destroy()
  await pool.end()
  await installation.close()
}
