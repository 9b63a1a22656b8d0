/** Links made through the API beside single-row inserts of the same row, with as many at once. */
import pg from 'pg'
import { median, openStage, report } from './support/stage.js'

const atOnce = 16
const each = 1500
const rounds = 3

async function perSecond(make: (at: number) => Promise<unknown>, round: number): Promise<number> {
  let next = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let at = next++; at < each; at = next++) await make(round * each + at)
    }),
  )
  return each / ((performance.now() - started) / 1000)
}

const stage = await openStage('postgres')
const pool = new pg.Pool({ connectionString: stage.databaseUrl, max: atOnce })
pool.on('error', () => undefined) // the server goes first at the end
try {
  // Three thousand a minute is the plan's limit; the bench is not about that.
  await pool.query(`update workspaces set links_limit = 1000000000`)
  await pool.query('create table inserted (like links including all)')
  await stage.start('dist/api/main.js', 0)
  const headers = { Authorization: `Bearer ${stage.apiKey}`, 'Content-Type': 'application/json' }
  const throughApi = async (at: number) => {
    const answer = await fetch(`${stage.env.BASE_URL}/links`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ url: `https://destination.example/page-${at}`, key: `made-${at}` }),
    })
    await answer.arrayBuffer()
    if (answer.status === 429) await pool.query('delete from rate_windows')
    else if (!answer.ok) throw new Error(`link ${at}: ${answer.status}`)
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
    `links made through the API per second, ${atOnce} at once`,
    median(ours).toFixed(0),
    median(plain).toFixed(0),
    median(ours) / median(plain),
    'no target',
  )
} finally {
  await pool.end()
  await stage.close()
}
