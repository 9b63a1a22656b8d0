/** Lists, searches and counts of a workspace with a million links: 95th percentile of the latency. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { openInstallation, report } from './support/installation.js'

const links = 1_000_000
const repetitions = 40
const warmUps = 5
const target = 50

/** The short link of the link with this number. */
const shortLinkOf = (at: number) => `d${at % 7}.example/${createHash('md5').update(`x${at}`).digest('hex').slice(0, 7)}${at}`

const middleId = `link_${String(links / 2).padStart(26, '0')}`

const installation = await openInstallation('postgres', { maintenance_work_mem: '512MB' })
const pool = new pg.Pool({ connectionString: installation.databaseUrl, max: 2 })
pool.on('error', () => undefined) // the server stops before the pool closes
try {
  const { rows } = await pool.query<{ workspace: string; user: string }>(
    'select workspace_id as workspace, user_id as "user" from members limit 1',
  )
  const { workspace = '', user = '' } = rows[0] ?? {}
  await fill(workspace, user)
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

/** Creates indexes after the rows, which takes a tenth of the time. */
async function fill(workspace: string, user: string): Promise<void> {
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'links' and indexname not like '%pkey'
     and indexname not like '%key_key'`,
  )
  for (const { name } of indexes) await pool.query(`drop index ${name}`)
  await pool.query(
    `insert into folders (id, workspace_id, name, created_at, updated_at) select 'fold_' || at, $1, 'folder-' || at, now(), now()
     from generate_series(0, 8) at`,
    [workspace],
  )
  await pool.query(
    `insert into tags (id, workspace_id, name, created_at, updated_at) select 'tag_' || at, $1, 'tag-' || at, now(), now()
     from generate_series(0, 49) at`,
    [workspace],
  )
  await pool.query(
    `insert into links (id, workspace_id, user_id, domain, key, lookup_key, url, short_link, tenant_id, folder_id, archived, created_at,
     updated_at)
     select 'link_' || lpad(at::text, 26, '0'), $1, $2, 'd' || at % 7 || '.example', key, key,
     'https://destination.example/page-' || at || '/' || substr(md5(at::text), 1, 12), 'https://d' || at % 7 || '.example/' || key,
       'tenant-' || at % 5000, case when at % 3 = 0 then 'fold_' || at % 9 end, at % 100 = 0, now(), now() from (select at,
       substr(md5('x' || at), 1, 7) || at as key from generate_series(1, $3::int) at) made`,
    [workspace, user, links],
  )
  for (const { definition } of indexes) await pool.query(definition)
  await pool.query(
    `insert into domains (id, slug, workspace_id, verified, created_at, updated_at) select 'dom_' || at, 'd' || at || '.example', $1, true,
     now(), now() from generate_series(0, 6) at`,
    [workspace],
  )
  await pool.query(`insert into link_tags (link_id, tag_id, position) select id, 'tag_' || right(id, 7)::int % 50, 1 from links`)
  await pool.query('vacuum analyze links, link_tags')
  await pool.query('update workspaces set total_links = $1', [links])
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
