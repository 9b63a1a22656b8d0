/**
 * Simulates a partner program: customers buy, get refunds and dispute payments, partners are banned, moved and paid, every request is
 * repeated, and processes are killed. Afterwards commissions, payouts, totals of partners and counters of links must equal what an
 * independent oracle computes, to the cent. PARTNER_SALES sets roughly the number of sales; PARTNER_SEED repeats a run. With
 * TEST_CLICKHOUSE=1, events are in ClickHouse, which is killed too.
 */
import test from 'ava'
import type pg from 'pg'
import { hashKey, newApiKey } from '../../shared/accounts/tokens/keys.js'
import { endangeredClickHouse, type EndangeredClickHouse } from '../support/endangered-clickhouse.js'
import { clickHouseByPool } from '../support/events.js'
import { type DisposableInstallation, disposableInstallation, scheduleFaults } from '../support/fault-injection.js'
import { findDifferences } from '../support/ledger/compare.js'
import type { Journal, Partner } from '../support/ledger/journal.js'
import {
  addCustom,
  changeableCommissions,
  changeCommission,
  changeStatus,
  changeTerms,
  earnClicks,
  holdCommission,
  movePartners,
  payAll,
  payExternally,
  type Owner,
} from '../support/ledger/operations.js'
import { type Call, createProgram, domain, enrolPartners, newJournal } from '../support/ledger/program.js'
import { buy, type Customer, refund, runCustomer, runDispute, type Simulation } from '../support/ledger/traffic.js'
import { providerSamples } from '../support/provider-samples.js'
import { openReceivers, type Receivers } from '../support/receivers.js'
import { type Random, seededRandom } from '../support/shop/random.js'
import { openSender, type Request, type Response, type Sender } from '../support/shop/sender.js'
import { waitUntil } from '../support/wait-until.js'

const sales = Number(process.env.PARTNER_SALES ?? 1500)
const seed = Number(process.env.PARTNER_SEED ?? Date.now() % 1_000_000)
const isSmall = sales <= 10_000
const partnerCount = Number(process.env.PARTNERS ?? 200)
const concurrency = 48
/** API keys have a rate limit per minute. */
const keyCount = 200

let server: DisposableInstallation
let pool: pg.Pool
let engine: EndangeredClickHouse | undefined
let sender: Sender | undefined
let receivers: Receivers
test.before(async () => {
  receivers = await openReceivers()
  engine = await endangeredClickHouse()
  server = await disposableInstallation({ TRUST_PROXY: '1', ALLOW_PRIVATE_TARGETS: 'true', ...engine?.env })
  pool = await server.openPool()
  if (engine) clickHouseByPool.set(pool, engine.clickHouse)
})
test.afterEach.always((t) => {
  sender?.stop()
  if (!t.passed) t.log(`seed ${seed}`, server.installation.output().slice(-3000))
})
test.after.always(async () => {
  await pool.end()
  await server.end()
  await engine?.close()
  await receivers.close()
})

/** The part of a response that is equal for all copies of a request: a repeated lead names no link, a repeated webhook is a duplicate. */
function comparable({ status, body, location }: Response) {
  const fields: object = typeof body === 'object' && body !== null ? body : {}
  return [status, location, 'click' in fields ? body.customer.externalId : 'duplicates' in fields ? body.success : sorted(body)]
}

/** The same value with its keys in order: stored metadata has no order. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .map(([key, one]) => [key, sorted(one)] as const)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** Stored directly, because a workspace may create only one every few seconds. */
async function addKeys(): Promise<string[]> {
  const keys = Array.from({ length: keyCount }, newApiKey)
  await pool.query(
    `insert into tokens (id, name, hashed_key, partial_key, user_id, workspace_id, created_at, updated_at)
     select 'token_' || hash, 'Simulation', hash, '', user_id, workspace_id, now(), now()
     from unnest($1::text[]) as hash, (select user_id, workspace_id from tokens where workspace_id is not null limit 1) as owner`,
    [keys.map(hashKey)],
  )
  return keys
}

async function openSimulation(random: Random) {
  const opened = openSender({ url: server.installation.url, random, concurrency: 32, lateDelayMs: isSmall ? 3000 : 35_000, comparable })
  sender = opened
  const headers = bearer(server.apiKey)
  const call: Call = async (method, path, body) => {
    const response = await opened.request({ method, path, headers, ...(body ? { body } : {}) })
    if (response.status >= 300) throw new Error(`${method} ${path} got ${response.status}: ${JSON.stringify(response.body)}`)
    return response.body
  }
  const program = await createProgram(call)
  const keys = await addKeys()
  const journal = newJournal(await enrolPartners(call, program, random, partnerCount))
  await referPartners(journal)
  const sendProviderEvent = await openProvider(call, opened.send)
  const inactive = new Set<string>()
  const simulation: Simulation = {
    sender: opened,
    random,
    journal,
    clickIds: new Set(),
    visitorHeaders: (visitor, country) => ({
      host: domain,
      'user-agent': `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 ${visitor}`,
      'x-forwarded-for': '203.0.113.9',
      'x-geo-country': country,
    }),
    trackerHeaders: () => bearer(random.pick(keys)),
    sendProviderEvent,
    activePartners: () => journal.partners.filter(({ id }) => !inactive.has(id)),
  }
  const owner: Owner = { simulation, program, pool, headers }
  return { simulation, owner, inactive, call }
}

/** Stored directly: referrers become known by applications, which are not simulated. */
async function referPartners({ partners, referrers }: Journal): Promise<void> {
  for (const [at, { id }] of partners.entries()) if (at % 2 === 0) referrers.set(id, (partners[(at + 7) % partners.length] as Partner).id)
  await pool.query(
    `update enrolments set referred_by_partner_id = referrer from unnest($1::text[], $2::text[]) as new(partner, referrer)
     where partner_id = partner`,
    [[...referrers.keys()], [...referrers.values()]],
  )
}

async function openProvider(call: Call, send: (request: Request) => Promise<Response>): Promise<Simulation['sendProviderEvent']> {
  const sample = providerSamples.find(({ slug }) => slug === 'stripe')
  if (!sample) throw new Error('there is no sample of stripe')
  const { webhookUrl } = await call('POST', '/integrations/connections', { providerSlug: 'stripe', signingSecret: sample.secret })
  return async (event) => {
    const body = event.body as object
    const signature = sample.sign({ raw: JSON.stringify(body), secret: sample.secret, at: Date.now(), event, url: webhookUrl })
    const { status } = await send({ method: 'POST', path: new URL(webhookUrl).pathname, headers: signature, body })
    if (status !== 200) throw new Error(`the event of the provider got ${status}`)
  }
}

/** Waits until everything that was acknowledged is processed. */
const drain = () =>
  waitUntil(async () => {
    const { rows } = await pool.query<{ open: number }>(
      `select (select count(*) from pending_earnings)::int + (select count(*) from queued_click_batches)::int
         + (select count(*) from click_blocks)::int + (select count(*) from outbox)::int
         + (select count(*) from integration_deliveries where state in ('received', 'retrying'))::int as open`,
    )
    return rows[0]?.open === 0
  }, 300_000)

/** Runs tasks concurrently, kills processes at their turns and starts an aggregation now and then. */
async function runAll(tasks: readonly (() => Promise<unknown>)[], call: Call, kills: readonly string[]): Promise<void> {
  const { reached, completed } = scheduleFaults([
    ...kills.map((command, at): [number, () => unknown] => [
      Math.floor((tasks.length * (at + 0.5)) / kills.length),
      () => server.kill(command),
    ]),
    [tasks.length * 0.45, () => engine?.restart()],
    ...[0.2, 0.4, 0.6, 0.8].map((share): [number, () => unknown] => [
      Math.floor(tasks.length * share) + 0.5,
      () => call('POST', '/payouts/aggregate'),
    ]),
  ])
  let started = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (started < tasks.length) {
        const task = tasks[started++]
        reached(started)
        await task?.()
      }
    }),
  )
  await completed()
}

test(`the earnings of ${partnerCount} partners equal those of the oracle although processes are killed`, async (t) => {
  t.timeout(isSmall ? 900_000 : 7_200_000)
  const began = Date.now()
  const elapsed = (what: string) => t.log(`${what}: ${Math.round((Date.now() - began) / 1000)} s`)
  const random = seededRandom(seed)
  const { simulation, owner, inactive, call } = await openSimulation(random)
  const { journal } = simulation
  elapsed('set up')
  const check = async (phase: string) => {
    await drain()
    // Effects of bans follow by jobs. Compared again afterwards, so that a failure names the differences.
    await waitUntil(async () => (await findDifferences(pool, journal)).length === 0, 60_000).catch(() => undefined)
    t.deepEqual(await findDifferences(pool, journal), [], phase)
    elapsed(phase)
  }
  const aggregate = async () => {
    journal.entries.push({ kind: 'aggregate' })
    await call('POST', '/payouts/aggregate')
  }

  const customers: Customer[] = []
  const newCustomers = (share: number, name: string) =>
    Array.from({ length: Math.ceil((sales * share) / 3) }, (_, at) => async () => {
      customers.push(await runCustomer(simulation, `${name}-${at}`, 1 + random.below(5)))
    })
  const disputes = Array.from({ length: Math.ceil(sales / 50) }, (_, at) => () => runDispute(simulation, `${at}`))
  await runAll([...disputes, ...newCustomers(0.5, 'first')], call, ['workers/main.js', 'postgres -D', 'api/main.js'])
  await simulation.sender.waitForCopies()
  await check('first sales')

  const { banned, moved } = await administrate(owner, random, inactive)
  await check('bans and changes')
  await aggregate()
  await check('first payouts')
  await payAll(owner)
  await runJob(simulation, 'earnings.create-referral-commissions')
  await check('paid payouts')
  server.kill('workers/main.js')
  await movePartners(owner, moved)

  const buyers = customers.filter(({ partner }) => !inactive.has(partner.id))
  const again = buyers.filter(() => random.bool(0.7)).map((customer) => () => buyAgain(simulation, customer))
  await runAll([...again, ...newCustomers(0.1, 'second')], call, ['api/main.js', 'workers/main.js', 'postgres -D'])
  for (const partner of banned.slice(0, banned.length / 2)) await changeStatus(owner, partner, 'unban')
  await simulation.sender.waitForCopies()
  await check('further sales')

  await aggregate()
  await check('payouts')
  await earnClicks(owner, (name) => runJob(simulation, name))
  await check('clicks')
  await aggregate()
  await check('payouts with clicks')
  await payExternally(owner, `${receivers.origin}/payments`)
  await waitUntil(async () => (await pool.query(`select 1 from payouts where status = 'processing' limit 1`)).rowCount === 0, 120_000)
  await runJob(simulation, 'earnings.create-referral-commissions')
  await check('payouts of the external system')
  t.deepEqual(announcedAmounts(), await paidAmounts())
  t.log(summaryOf(journal, simulation))
})

/** Announced to the external system, once or several times, by payout. */
const announcedAmounts = () =>
  Object.fromEntries(receivers.requests.map(({ event: { data } }) => [data.id, data.amount] as const).toSorted(byId))

async function paidAmounts(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ id: string; amount: number }>(
    `select id, amount::int from payouts where mode = 'external' and status = 'completed'`,
  )
  return Object.fromEntries(rows.map(({ id, amount }) => [id, amount] as const).toSorted(byId))
}

const byId = ([a]: readonly [string, number], [b]: readonly [string, number]) => (a < b ? -1 : 1)

async function runJob({ sender }: Simulation, name: string): Promise<void> {
  const headers = bearer(server.adminApiKey)
  const { status } = await sender.request({ method: 'POST', path: `/admin/jobs/${name}/run`, headers, body: {} })
  if (status !== 202) throw new Error(`${name} got ${status}`)
}

async function buyAgain(simulation: Simulation, customer: Customer): Promise<void> {
  const [earlier] = customer.sales
  if (earlier && earlier.refunded < earlier.amount && simulation.random.bool(0.3)) await refund(simulation, earlier)
  for (let count = simulation.random.below(3); count >= 0; count--) await buy(simulation, customer)
}

/** Returns the banned partners, and those to move. */
async function administrate(owner: Owner, random: Random, inactive: Set<string>): Promise<Record<'banned' | 'moved', Partner[]>> {
  const { partners } = owner.simulation.journal
  const shuffled = partners
    .map((partner) => ({ partner, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ partner }) => partner)
  const [banned, deactivated, archived, moved] = [
    shuffled.slice(0, 10),
    shuffled.slice(10, 16),
    shuffled.slice(16, 22),
    shuffled.slice(22, 52),
  ]
  for (const { id } of [...banned, ...deactivated]) inactive.add(id)
  for (const partner of deactivated) await changeStatus(owner, partner, 'deactivate')
  for (const partner of archived) await changeStatus(owner, partner, 'archive')
  server.kill('api/main.js')
  for (const partner of banned) await changeStatus(owner, partner, 'ban')
  await changeTerms(owner, 'capped', 'lead', { type: 'flat', amountInCents: 131 })
  const changed = await changeableCommissions(owner, 24)
  for (const [at, commission] of changed.entries()) {
    if (at < 4) await changeCommission(owner, commission, { status: 'fraud' })
    else if (at < 8) await changeCommission(owner, commission, { status: 'duplicate' })
    else if (at < 12) await changeCommission(owner, commission, { saleAmount: 777 })
    else if (at < 16) await changeCommission(owner, commission, { earnings: 4321 })
    else await holdCommission(owner, commission)
  }
  for (const [at, partner] of shuffled.slice(52, 72).entries())
    await addCustom(owner, partner, at % 3 === 0 ? -(1 + random.below(20_000)) : 1 + random.below(9000))
  return { banned, moved }
}

function summaryOf({ entries }: Journal, { sender, clickIds }: Simulation): string {
  const count = (kind: string) => entries.filter((entry) => entry.kind === kind).length
  const { answered, unanswered } = sender.sent()
  return (
    `seed ${seed}: ${clickIds.size} clicks, ${count('lead')} leads, ${count('sale')} sales, ${count('refund')} refunds, ` +
    `${answered} requests answered, ${unanswered} unanswered`
  )
}
