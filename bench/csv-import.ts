/** Imports links from a CSV file with tags, from the request to the last row. */
import pg from 'pg'
import { openInstallation, report } from './support/installation.js'

const count = Number(process.env.BENCH_LINKS ?? 100_000)
/** Seconds. */
const target = (30 * count) / 100_000
const installation = await openInstallation('postgres')
const pool = new pg.Pool({ connectionString: installation.databaseUrl, max: 1 })
pool.on('error', () => undefined) // the server stops before the pool closes
const headers = { Authorization: `Bearer ${installation.apiKey}` }

try {
  await pool.query('update workspaces set links_limit = 1000000000, domains_limit = 1000000')
  const { rows } = await pool.query<{ id: string }>('select workspace_id as id from tokens where workspace_id is not null limit 1')
  await installation.start('dist/api/main.js', 0)
  await installation.start('dist/workers/main.js', 1)
  const started = performance.now()
  const job = await importFile(rows[0]?.id ?? '')
  const seconds = (performance.now() - started) / 1000
  if (job.state !== 'completed' || job.done !== count) throw new Error(`the job is ${JSON.stringify(job)}`)
  report(`seconds to import ${count} links from CSV`, seconds.toFixed(1), '', seconds / target, `< ${target}`)
} finally {
  await pool.end()
  await installation.close()
}

async function importFile(workspaceId: string): Promise<{ state?: string; done?: number }> {
  const lines = Array.from(
    { length: count },
    (_, at) => `imported.example/k${at},https://destination.example/page-${at},Title ${at},"Tag ${at % 20}",${at}`,
  )
  const response = await fetch(`${installation.env.BASE_URL}/workspaces/${workspaceId}/import/csv`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'text/csv' },
    body: ['link,url,title,tags,clicks', ...lines].join('\n'),
  })
  const { id } = (await response.json()) as { id: string }
  const stream = await fetch(`${installation.env.BASE_URL}/jobs/${id}`, { headers: { ...headers, Accept: 'text/event-stream' } })
  const events = (await stream.text()).split('\n\n').filter((one) => one.startsWith('data: '))
  return JSON.parse((events.at(-1) ?? 'data: {}').slice('data: '.length)) as { state?: string; done?: number }
}
