/**
 * Figures over all workspaces for the operator: ten million clicks of a hundred workspaces, a million commissions, ten thousand invoices.
 * `BENCH_CLICKS` and `BENCH_WORKSPACES` set the sizes; the other keys are those of the benchmark of analytics. `BENCH_DATA` keeps the data
 * in a directory, where a later run finds it.
 */
import type pg from 'pg'
import {
  createRequester,
  formatPercentiles,
  isSelected,
  measureTimes,
  repetitions,
  requestInterval,
  rollUpAll,
  withInstallation,
} from './support/analytics-requests.js'
import { hasRows, makeClicks } from './support/clicks.js'
import { makeFigures, makeWorkspaces } from './support/figures.js'
import { type Installation, report } from './support/installation.js'

const clicks = Number(process.env.BENCH_CLICKS ?? 10_000_000)
const workspaces = Number(process.env.BENCH_WORKSPACES ?? 100)
const sizes = { commissions: Number(process.env.BENCH_COMMISSIONS ?? 1_000_000), invoices: 10_000, partners: 10_000 }
const target = 1000

const requests = {
  'analytics: count': '/admin/analytics?interval=30d',
  'analytics: days': '/admin/analytics?interval=30d&groupBy=timeseries',
  'analytics: countries': '/admin/analytics?interval=30d&groupBy=countries',
  'analytics: cities': '/admin/analytics?interval=30d&groupBy=cities',
  'analytics: top links': '/admin/analytics?interval=30d&groupBy=top_links',
  'analytics: days in a country': '/admin/analytics?interval=30d&groupBy=timeseries&country=DE',
  'analytics: top links in a country': '/admin/analytics?interval=30d&groupBy=top_links&country=DE',
  'analytics: browsers in a country': '/admin/analytics?interval=30d&groupBy=browsers&country=DE',
  'events: newest 100': '/admin/events?interval=30d&limit=100',
  'events: newest 100 in a country': '/admin/events?interval=30d&limit=100&country=DE',
  commissions: '/admin/commissions?interval=1y',
  payouts: '/admin/payouts?interval=1y',
  'top programs': '/admin/programs/sales?interval=1y',
  revenue: '/admin/revenue',
}

async function programOf({ env, apiKey }: Installation): Promise<{ id: string; groupId: string }> {
  const post = async (path: string, body: object): Promise<{ id: string; defaultGroupId: string }> => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
    const response = await fetch(`${env.BASE_URL}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()) as { id: string; defaultGroupId: string }
  }
  await post('/domains', { slug: 'go.example' })
  const program = await post('/programs', { name: 'Bench', slug: 'bench', domain: 'go.example', url: 'https://shop.example/' })
  return { id: program.id, groupId: program.defaultGroupId }
}

async function prepareClicks(pool: pg.Pool): Promise<void> {
  const started = performance.now()
  await makeClicks(pool, await makeWorkspaces(pool, workspaces), clicks)
  await rollUpAll(pool)
  console.log(
    `  ${clicks} clicks of ${workspaces} workspaces stored and rolled up in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  )
}

await withInstallation(async (installation, pool) => {
  await prepareClicks(pool)
  const adminApiKey = 'admin-key-of-the-benchmark'
  await installation.start('dist/api/main.js', 'any', { ADMIN_API_KEY: adminApiKey })
  if (!(await hasRows(pool, 'invoices'))) await makeFigures(pool, await programOf(installation), sizes)
  const request = createRequester({ ...installation, apiKeys: [adminApiKey] })
  for (const [name, path] of Object.entries(requests).filter(([one]) => isSelected(one))) {
    const started = performance.now()
    await request(path)
    const first = performance.now() - started
    const times = await measureTimes(() => request(path), repetitions, requestInterval)
    report(`${name} (ms: p50 / p95, first ${first.toFixed(0)})`, formatPercentiles(times), '', Number.NaN, `p95 at most ${target}`)
  }
})
