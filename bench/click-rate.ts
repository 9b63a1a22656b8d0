/**
 * Redirects of one API process over a million links, compared with ten thousand; and clicks a second from redirect to roll-up, with API,
 * worker, PostgreSQL, Redis and visitors on the same two cores. `BENCH_LINKS` sets the number of links, `BENCH_SECONDS` the length of the
 * load.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { rollUpClicks } from '../shared/rollups/index.js'
import { cpuTimeOf, findServerPid } from './support/cpu-time.js'
import { hasProgram, type Installation, type Mode, openInstallation, report, reportCpu } from './support/installation.js'
import { withoutIndexes } from './support/many-links.js'
import { alternate, medians, missingPrograms, visit, writeScript } from './support/wrk.js'

const links = Number(process.env.BENCH_LINKS ?? 1_000_000)
const fewLinks = links / 100
const seconds = Number(process.env.BENCH_SECONDS ?? 20)
const connections = 128
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const prefix = 'visited-'

const makeLinks = (pool: pg.Pool) =>
  pool.query(
    `insert into links (id, workspace_id, domain, key, lookup_key, url, short_link, created_at, updated_at)
     select 'link_' || lpad(n::text, 26, '0'), workspaces.id, '127.0.0.1', $2 || n, $2 || n, 'https://destination.example/page-' || n,
       'http://127.0.0.1/' || $2 || n, now(), now() from workspaces, generate_series(0, $1::int - 1) n`,
    [links, prefix],
  )

/** Unless `LINK_CACHE_SIZE` is set, the cache has room for all links, and each is followed once before. */
async function compareNumbersOfLinks({ env, start, stop }: Installation): Promise<void> {
  const cacheSize = process.env.LINK_CACHE_SIZE ?? String(links)
  const api = await start('dist/api/main.js', 0, { TRUST_PROXY: '1', LINK_CACHE_SIZE: cacheSize })
  const write = (count: number, order?: 'in-turn') => writeScript(env.DATA_DIR ?? '', prefix, count, order)
  const [few, many] = [await write(fewLinks), await write(links)]
  const measure = (script: string, seconds = 2) => visit(`${env.BASE_URL}/`, connections, seconds, script)
  const { perSecond } = await measure(few)
  // Links that are read for the first time come at two thirds of that rate.
  if (Number(cacheSize) >= links) await measure(await write(links, 'in-turn'), Math.ceil((1.6 * links) / perSecond))
  const measured = await alternate(
    rounds,
    () => measure(many),
    () => measure(few),
  )
  const { ours, baseline, ratio } = medians(measured, 'perSecond')
  report(
    `redirects per second, ${links} links (${cacheSize} cached) beside ${fewLinks}`,
    ours.toFixed(0),
    baseline.toFixed(0),
    ratio,
    'at least 1',
  )
  await stop(api)
}

/**
 * The worker of production, with its jobs, runs while the visitors come. The time ends when the last click is in the rollups. The counter
 * of the workspace says how many are stored, because counting rows again and again would take a part of the CPU time.
 */
async function measureClickRate({ env, start, stop }: Installation, pool: pg.Pool, mode: Mode): Promise<void> {
  const countClicks = async () => Number((await pool.query('select sum(total_clicks) as clicks from workspaces')).rows[0].clicks)
  const processes = [await start('dist/api/main.js', 'any', { TRUST_PROXY: '1' }), await start('dist/workers/main.js', 'any')]
  const pids = [...processes.map(({ pid }) => Number(pid)), await findServerPid(pool)]
  const readCpu = () => pids.map((pid) => cpuTimeOf([pid]))
  const cpuBefore = readCpu()
  const started = performance.now()
  const { requests } = await visit(`${env.BASE_URL}/`, connections, seconds, await writeScript(env.DATA_DIR ?? '', prefix, fewLinks))
  while ((await countClicks()) < requests) await pause(50)
  const stored = performance.now()
  const cpuStored = readCpu()
  await rollUpClicks({ pool, now: () => new Date(Date.now() + 60 * 60_000) })
  const rate = (until: number) => ((requests / (until - started)) * 1000).toFixed(0)
  report(
    `clicks per second from redirect to roll-up, ${mode}`,
    rate(performance.now()),
    `${rate(stored)} stored`,
    Number.NaN,
    'at least 15000',
  )
  await Promise.all(processes.map(stop))
  reportCpu('  CPU us per stored click: API / worker / database', cpuBefore, cpuStored, requests)
}

async function measure(mode: Mode): Promise<void> {
  const installation = await openInstallation(mode, { max_wal_size: '4GB', shared_buffers: '1GB' })
  const pool = new pg.Pool({ connectionString: installation.databaseUrl, max: 2 })
  pool.on('error', () => undefined) // the server stops before the pool closes
  try {
    await withoutIndexes(pool, () => makeLinks(pool))
    await pool.query('vacuum analyze links')
    await pool.query('checkpoint') // of the links, not of the clicks that are measured
    await measureClickRate(installation, pool, mode)
    await compareNumbersOfLinks(installation)
  } finally {
    await pool.end()
    await installation.close()
  }
}

const missing = missingPrograms()
if (missing) console.log(`click-rate: ${missing}`)
else await measure(hasProgram('redis-server') ? 'redis' : 'postgres')
