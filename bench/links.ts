/** Creates links through the API, compared with single-row inserts of the same rows at the same concurrency. */
import pg from 'pg'
import { median, openInstallation, report } from './support/installation.js'

const concurrency = 16
const linksPerRound = 1500
const rounds = 3

async function perSecond(make: (at: number) => Promise<unknown>, round: number): Promise<number> {
  let next = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let at = next++; at < linksPerRound; at = next++) await make(round * linksPerRound + at)
    }),
  )
  return linksPerRound / ((performance.now() - started) / 1000)
}

const installation = await openInstallation('postgres')
const pool = new pg.Pool({ connectionString: installation.databaseUrl, max: concurrency })
pool.on('error', () => undefined) // the server stops before the pool closes
try {
  // Lifts the plan's limit of links; rate limits are reset below, because they are not measured.
  await pool.query(`update workspaces set links_limit = 1000000000`)
  await pool.query('create table inserted (like links including all)')
  await installation.start('dist/api/main.js', 0)
  const headers = { Authorization: `Bearer ${installation.apiKey}`, 'Content-Type': 'application/json' }
  const throughApi = async (at: number) => {
    const response = await fetch(`${installation.env.BASE_URL}/links`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ url: `https://destination.example/page-${at}`, key: `made-${at}` }),
    })
    await response.arrayBuffer()
    if (response.status === 429) await pool.query('delete from rate_windows')
    else if (!response.ok) throw new Error(`link ${at}: ${response.status}`)
  }
  const byInsert = (at: number) =>
    pool.query(
      `insert into inserted (id, workspace_id, domain, key, lookup_key, url, short_link, created_at, updated_at)
       values ($1, 'ws_bench', 'd.example', $2, $2, $3, $4, now(), now())`,
      [`link_${at}`, `made-${at}`, `https://destination.example/page-${at}`, `https://d.example/made-${at}`],
    )
  const [ours, plain]: [number[], number[]] = [[], []]
  await perSecond(throughApi, rounds)
  for (let round = 0; round < rounds; round++) {
    plain.push(await perSecond(byInsert, round))
    ours.push(await perSecond(throughApi, round))
    await pool.query('delete from rate_windows')
  }
  report(
    `links created through the API per second, concurrency ${concurrency}`,
    median(ours).toFixed(0),
    median(plain).toFixed(0),
    median(ours) / median(plain),
    'no target',
  )
} finally {
  await pool.end()
  await installation.close()
}
