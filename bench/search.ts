/** Lists, searches and counts of a workspace with a million links: 95th percentile of the latency. */
import pg from 'pg'
import { openInstallation, report } from './support/installation.js'
import { fillLinks, shortLinkOf } from './support/many-links.js'

const links = Number(process.env.BENCH_LINKS ?? 1_000_000)
const repetitions = Number(process.env.BENCH_ASKS ?? 40)
const warmUps = 5
const target = 50

const middleId = `link_${String(links / 2).padStart(26, '0')}`

const installation = await openInstallation('postgres', { maintenance_work_mem: '512MB' })
const pool = new pg.Pool({ connectionString: installation.databaseUrl, max: 2 })
pool.on('error', () => undefined) // the server stops before the pool closes
try {
  const { rows } = await pool.query<{ workspace: string; user: string }>(
    'select workspace_id as workspace, user_id as "user" from members limit 1',
  )
  const { workspace = '', user = '' } = rows[0] ?? {}
  await fillLinks(pool, workspace, user, links)
  await installation.start('dist/api/main.js', 'any')
  const lists = [
    '',
    'folderId=fold_3',
    'tagIds=tag_3',
    'tagIds=tag_3,tag_4',
    'tagNames=tag-4',
    'withTags=true',
    'sortBy=clicks',
    'page=1000',
    'folderId=fold_3&search=page-4711',
    `startingAfter=${middleId}`,
    `endingBefore=${middleId}`,
    'showArchived=true',
    `userId=${user}`,
    'userId=user_none',
    'tenantId=tenant-17',
    'domain=d3.example',
    'search=a',
    'search=zq',
    'search=page-4711',
    `search=https://${shortLinkOf(4711)}`,
    `search=www.${shortLinkOf(4712)}/`,
    'search=destination',
    'search=nowhere',
  ]
  const counts = [
    '',
    'showArchived=true',
    'search=page-4711',
    `search=https://${shortLinkOf(4711)}`,
    'search=ab',
    'tenantId=tenant-17',
    `userId=${user}`,
    'domain=d3.example',
    'folderId=fold_3',
    'tagIds=tag_3',
    'tagIds=tag_3,tag_4',
    'groupBy=domain',
    'groupBy=userId',
    'groupBy=folderId',
    'groupBy=tagId',
    'groupBy=tagId&domain=d3.example',
    'groupBy=domain&search=page-4711',
    'groupBy=domain&tagIds=tag_3,tag_4',
    'folderId=fold_3&search=page-4711',
    'folderId=fold_3&search=ab',
  ]
  for (const query of lists) await measure(`/links?${query}`)
  for (const query of counts) await measure(`/links/count?${query}`)
} finally {
  await pool.end()
  await installation.close()
}

async function measure(path: string): Promise<void> {
  const times: number[] = []
  for (let repetition = -warmUps; repetition < repetitions; repetition++) {
    const started = performance.now()
    const response = await fetch(installation.env.BASE_URL + path, { headers: { Authorization: `Bearer ${installation.apiKey}` } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    if (repetition >= 0) times.push(performance.now() - started)
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.ceil(repetitions * 0.95) - 1] ?? Number.NaN
  report(`GET ${path.replace(/user_[0-9A-Z]+/, 'user_...')}, p95 ms`, p95.toFixed(0), String(target), p95 / target, `< ${target}`)
}
