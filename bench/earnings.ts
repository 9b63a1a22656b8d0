/**
 * Earnings of partners: sales of partner links with their commissions, compared with sales of other links in the same run; the hourly
 * aggregation; lists of partners and commissions; and what keeping the totals of partners costs each batch of clicks. `BENCH_PARTNERS` and
 * `BENCH_COMMISSIONS` set the numbers of rows, a tenth of which is aggregated, `BENCH_ROUNDS` the number of rounds of sales.
 */
import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { createRequester, formatPercentiles, isSelected, measureTimes, repetitions, requestInterval } from './support/analytics-requests.js'
import { cpuTimeDuring } from './support/cpu-time.js'
import { median, openInstallation, report } from './support/installation.js'
import { type BenchProgram, makeCommissions, makePartnerLinks, makePartners } from './support/program.js'
import { postJson } from './support/sequential-client.js'

const partners = Number(process.env.BENCH_PARTNERS ?? 100_000)
const commissions = Number(process.env.BENCH_COMMISSIONS ?? 1_000_000)
const concurrency = 16
const salesPerRound = 3000
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const earningPartners = 2000
const pendingCommissions = commissions / 10
const linksPerBatch = 200
const batches = 200

const installation = await openInstallation('postgres', { shared_buffers: '512MB', max_wal_size: '4GB' })
const pool = new pg.Pool({ connectionString: installation.databaseUrl, max: concurrency })
pool.on('error', () => undefined) // the server stops before the pool closes
const agent = new Agent({ keepAlive: true, maxSockets: concurrency })

/** Sends a request, again after its rate limit was reset: limits are not measured. */
async function post(path: string, body: object): Promise<any> {
  for (;;) {
    const { status, text } = await postJson(agent, `${installation.env.BASE_URL}${path}`, installation.apiKey, body)
    if (status < 300) return JSON.parse(text)
    if (status !== 429) throw new Error(`${path}: ${status} ${text}`)
    await pool.query('delete from rate_windows')
  }
}

async function until(isDone: string): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ done: boolean }>(`select ${isDone} as done`)
    if (rows[0]?.done) return
    await setTimeout(50)
  }
}

async function createProgram(): Promise<BenchProgram> {
  await post('/domains', { slug: 'go.example' })
  const program = await post('/programs', { name: 'Bench', slug: 'bench', domain: 'go.example', url: 'https://shop.example/' })
  const groupId = program.defaultGroupId
  await post('/rewards', { event: 'lead', type: 'flat', amountInCents: 100, groupId })
  const conditions = [{ entity: 'customer', attribute: 'country', operator: 'equals_to', value: 'DE' }]
  const modifiers = [{ type: 'percentage', amountInPercentage: 30, conditions }]
  await post('/rewards', { event: 'sale', type: 'percentage', amountInPercentage: 20, modifiers, groupId })
  return { id: program.id, groupId }
}

/** Customers of a link, who differ in their names only. */
async function createBuyers(name: string, link: { domain: string; key: string }): Promise<string[]> {
  const { clickId } = await post('/track/click', { domain: link.domain, key: link.key })
  const buyers = Array.from({ length: 50 }, (_, index) => `${name}-${index}`)
  for (const customerExternalId of buyers) await post('/track/lead', { clickId, eventName: 'Sign up', customerExternalId })
  return buyers
}

/** Sales per second, until their commissions are stored. */
async function measureSales(name: string, buyers: readonly string[], round: number): Promise<number> {
  const started = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < salesPerRound) {
        const number = next++
        const customerExternalId = buyers[number % buyers.length]
        await post('/track/sale', { customerExternalId, amount: 1999, currency: 'usd', invoiceId: `${name} ${round} ${number}` })
      }
    }),
  )
  await until('not exists (select from pending_earnings)')
  return (salesPerRound * 1000) / (performance.now() - started)
}

async function reportSales(): Promise<void> {
  const plain = await createBuyers('plain', await post('/links', { url: 'https://shop.example/', key: 'plain', trackConversion: true }))
  const links: { domain: string; key: string }[] = []
  for (let index = 0; index < 20; index++) links.push((await post('/partners', { email: `earner-${index}@example.com` })).links[0])
  const earning = (await Promise.all(links.map((link, index) => createBuyers(`earning-${index}`, link)))).flat()
  const [with_, without]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    without.push(await measureSales('plain', plain, round))
    with_.push(await measureSales('earning', earning, round))
  }
  // The first round warms up.
  const [ours, baseline] = [median(with_.slice(1)), median(without.slice(1))]
  report(
    `sales with commission per second, concurrency ${concurrency}`,
    ours.toFixed(0),
    baseline.toFixed(0),
    ours / baseline,
    'at least 0.6',
  )
}

async function reportAggregation(program: BenchProgram): Promise<void> {
  await makeCommissions(pool, program, { status: 'pending', from: 1, to: pendingCommissions, partners: earningPartners })
  await pool.query('vacuum analyze')
  const started = performance.now()
  await post('/payouts/aggregate', {})
  await until(`not exists (select from commissions where status = 'pending')`)
  const seconds = (performance.now() - started) / 1000
  report(`aggregation of ${pendingCommissions} commissions (s)`, seconds.toFixed(1), '', Number.NaN, 'less than 30')
}

const sortKeys = [
  'createdAt',
  'totalClicks',
  'totalLeads',
  'totalConversions',
  'totalSaleAmount',
  'totalCommissions',
  'netRevenue',
  'earningsPerClick',
  'averageLifetimeValue',
  'clickToLeadRate',
  'clickToConversionRate',
  'leadToConversionRate',
  'returnOnAdSpend',
]
const partnerRequests = [
  ...sortKeys.flatMap((key) => ['asc', 'desc'].map((order) => `/partners?sortBy=${key}&sortOrder=${order}`)),
  '/partners?sortBy=totalSaleAmount&page=50',
  '/partners?status=approved&country=DE',
]
const commissionRequests = (cursor: string, partnerId: string) => [
  '/commissions',
  '/commissions?sortOrder=asc',
  '/commissions?sortBy=amount',
  '/commissions?page=1000',
  `/commissions?startingAfter=${cursor}`,
  `/commissions?endingBefore=${cursor}`,
  '/commissions?status=processed',
  '/commissions?type=sale&interval=30d',
  `/commissions?partnerId=${partnerId}`,
  `/commissions?partnerId=-${partnerId}`,
  '/commissions?invoiceId=bench invoice 77'.replaceAll(' ', '%20'),
]

async function reportLists(paths: readonly string[], target: string): Promise<void> {
  const request = createRequester(installation)
  for (const path of paths.filter(isSelected)) {
    await request(path)
    const times = await measureTimes(() => request(path), repetitions, requestInterval)
    report(`GET ${path.slice(0, 50)} (ms: p50 / p95)`, formatPercentiles(times), '', Number.NaN, target)
  }
}

/** CPU time of the statement that adds clicks to links, with and without the trigger that adds them to partners. */
async function reportTrigger(): Promise<void> {
  const addClicks = () =>
    pool.query(
      `update links set clicks = clicks + 1, last_clicked = now()
       where id in (select 'link_' || lpad((1 + floor(random() * $1)::int)::text, 26, '0') from generate_series(1, $2::int))`,
      [earningPartners, linksPerBatch],
    )
  const cpuPerBatch = async (hasTrigger: boolean) => {
    await pool.query(`alter table links ${hasTrigger ? 'enable' : 'disable'} trigger add_updated_links_to_enrolments`)
    const cpuTimes: number[] = []
    for (let round = 0; round < rounds; round++)
      cpuTimes.push(
        await cpuTimeDuring(pool, async () => {
          for (let batch = 0; batch < batches; batch++) await addClicks()
        }),
      )
    return median(cpuTimes) / batches / 1000
  }
  const without = await cpuPerBatch(false)
  const with_ = await cpuPerBatch(true)
  report(
    `CPU to count clicks of ${linksPerBatch} links with their partners (ms)`,
    with_.toFixed(2),
    without.toFixed(2),
    with_ / without,
    '',
  )
}

try {
  await pool.query(`update workspaces set plan = 'enterprise', links_limit = 1000000000, usage_limit = 1000000000, partners_limit = 1000000000,
    groups_limit = 100`)
  await installation.start('dist/api/main.js', 'any')
  const worker = await installation.start('dist/workers/main.js', 'any')
  const program = await createProgram()
  if (isSelected('sales')) await reportSales()
  const {
    rows: [workspace],
  } = await pool.query<{ id: string }>('select id from workspaces limit 1')
  await makePartners(pool, program, partners)
  await makePartnerLinks(pool, program, (workspace as { id: string }).id, earningPartners)
  if (isSelected('aggregation')) await reportAggregation(program)
  await installation.stop(worker)
  await pool.query('vacuum analyze')
  await reportLists(partnerRequests, 'p95 less than 100')
  if (isSelected('trigger')) await reportTrigger()
  const first = pendingCommissions + 1
  await makeCommissions(pool, program, { status: 'paid', from: first, to: commissions, partners: earningPartners })
  await pool.query('vacuum analyze')
  const middle = `cm_${String(Math.floor(commissions / 2)).padStart(26, '0')}`
  await reportLists(commissionRequests(middle, `pn_${'7'.padStart(26, '0')}`), 'p95 less than 50')
} finally {
  agent.destroy()
  await pool.end()
  await installation.close()
}
