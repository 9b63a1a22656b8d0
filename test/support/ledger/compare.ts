/** Compares what the product stored with what the oracle and the journal expect. */
import type pg from 'pg'
import type { Entry, Journal } from './journal.js'
import { type Commission, Oracle } from './oracle.js'
import { countStoredClicks } from './stored-clicks.js'
import { groups } from './terms.js'

type Table = Map<string, string>

/** Differences as lines, at most a few of each kind. While aggregations may run, processed commissions count as pending. */
export async function findDifferences(pool: pg.Pool, journal: Journal): Promise<string[]> {
  const oracle = new Oracle(journal, groups, await saleTimes(pool))
  const isAggregated = journal.entries.at(-1)?.kind === 'aggregate'
  const expected = isAggregated ? oracle.commissions : oracle.commissions.map(asPending)
  const kinds: [string, Table, Table][] = [
    ['commission', commissionTable(oracle, expected), await storedCommissions(pool, oracle, isAggregated)],
    ['link', linkTable(journal, await clicksByLink(pool)), await storedLinks(pool)],
    ['enrolment', enrolmentTable(journal, oracle, expected, await clicksByLink(pool)), await storedEnrolments(pool)],
  ]
  kinds.push(['sum of payout', new Map(), await payoutsWithOtherSums(pool)])
  if (isAggregated) kinds.push(['payout', payoutTable(expected), await storedPayouts(pool)])
  return kinds.flatMap(([kind, wanted, found]) => compareTables(kind, wanted, found))
}

const maxLines = 8

function compareTables(kind: string, expected: Table, found: Table): string[] {
  const keys = [...new Set([...expected.keys(), ...found.keys()])]
  const lines = keys
    .filter((key) => expected.get(key) !== found.get(key))
    .map((key) => `${kind} ${key}: expected ${expected.get(key) ?? 'none'}, found ${found.get(key) ?? 'none'}`)
  return lines.length > maxLines ? [...lines.slice(0, maxLines), `${kind}: ${lines.length - maxLines} more`] : lines
}

async function saleTimes(pool: pg.Pool): Promise<Map<string, Date>> {
  const { rows } = await pool.query<{ invoice_id: string; timestamp: Date }>(
    'select invoice_id, timestamp from sale_events where refund_of is null',
  )
  return new Map(rows.map(({ invoice_id: invoice, timestamp }) => [invoice, timestamp]))
}

const asPending = <Row extends { status: string }>(row: Row): Row => (row.status === 'processed' ? { ...row, status: 'pending' } : row)

interface Amounts {
  partner: string
  customer: string
  type: string
  invoice: string | null
  status: string
  amount: number
  earnings: number
  quantity: number
}

/** Leads of a partner whose reward is limited are compared together, without their order. */
function commissionTable(oracle: Oracle, commissions: readonly Amounts[]): Table {
  const texts = new Map<string, string[]>()
  for (const { partner, customer, type, invoice, status, amount, earnings, quantity } of commissions) {
    const name = nameOf(type, invoice, oracle.isLimited(partner) ? 'any' : customer)
    const key = `${partner} ${name}`
    texts.set(key, [...(texts.get(key) ?? []), `${status} ${amount} ${earnings} ${quantity}`])
  }
  return new Map([...texts].map(([key, list]) => [key, list.toSorted().join(', ')]))
}

function nameOf(type: string, invoice: string | null, customer: string): string | null {
  if (type === 'sale') return invoice
  return type === 'lead' ? `lead of ${customer}` : type
}

async function storedCommissions(pool: pg.Pool, oracle: Oracle, isAggregated: boolean): Promise<Table> {
  const { rows } = await pool.query<Amounts>(
    `select commissions.partner_id as partner,
       case when external_id like 'cus\\_%' then 'disputing ' || substr(external_id, 5) else external_id end as customer,
       type, invoice_id as invoice, status, amount::int, earnings::int, quantity
     from commissions left join customers on customers.id = customer_id`,
  )
  return commissionTable(oracle, isAggregated ? rows : rows.map(asPending))
}

interface Counters {
  clicks: number
  leads: number
  conversions: number
  sales: number
  saleAmount: number
}

const textOf = ({ clicks, leads, conversions, sales, saleAmount }: Counters) =>
  `${clicks} clicks, ${leads} leads, ${conversions} conversions, ${sales} sales, ${saleAmount} cents`

/** Stored clicks are the facts here: a visitor without a response may have been counted or not. */
async function clicksByLink(pool: pg.Pool): Promise<Map<string, number>> {
  const clicks = new Map<string, number>()
  for (const one of await countStoredClicks(pool)) clicks.set(one.link, (clicks.get(one.link) ?? 0) + one.clicks)
  return clicks
}

function linkCounters({ partners, entries }: Journal, clicks: ReadonlyMap<string, number>): Map<string, Counters> {
  const none = (link: string): Counters => ({ clicks: clicks.get(link) ?? 0, leads: 0, conversions: 0, sales: 0, saleAmount: 0 })
  const counters = new Map(partners.flatMap(({ links }) => links.map(({ id }) => [id, none(id)])))
  const buyers = new Set<string>()
  const sales = new Map<string, { link: string; left: number }>()
  const of = (link: string) => counters.get(link) as Counters
  const countEntry = (entry: Entry) => {
    if (entry.kind === 'lead') of(entry.link).leads += entry.quantity
    if (entry.kind === 'sale') {
      const counter = of(entry.link)
      counter.sales++
      counter.saleAmount += entry.amount
      if (!buyers.has(`${entry.link} ${entry.customer}`)) counter.conversions++
      buyers.add(`${entry.link} ${entry.customer}`)
      sales.set(entry.invoice, { link: entry.link, left: entry.amount })
    }
    if (entry.kind === 'refund') {
      const sale = sales.get(entry.invoice) as { link: string; left: number }
      const counter = of(sale.link)
      counter.saleAmount -= entry.amount
      counter.sales += Number(sale.left === 0) - Number(sale.left === entry.amount)
      sale.left -= entry.amount
    }
  }
  for (const entry of entries) countEntry(entry)
  return counters
}

const linkTable = (journal: Journal, clicks: ReadonlyMap<string, number>): Table =>
  new Map([...linkCounters(journal, clicks)].map(([link, counters]) => [link, textOf(counters)]))

const counterColumns = `clicks::int, leads::int, conversions::int, sales::int, sale_amount::int as "saleAmount"`

async function storedLinks(pool: pg.Pool): Promise<Table> {
  const { rows } = await pool.query<Counters & { id: string }>(`select id, ${counterColumns} from links where partner_id is not null`)
  return new Map(rows.map((row) => [row.id, textOf(row)]))
}

const moneyStatuses = new Set(['pending', 'processed', 'paid'])

function enrolmentTable(journal: Journal, oracle: Oracle, commissions: readonly Commission[], clicks: ReadonlyMap<string, number>): Table {
  const links = linkCounters(journal, clicks)
  const earned = sumByPartner(commissions.filter(({ status }) => moneyStatuses.has(status)))
  const names: (keyof Counters)[] = ['clicks', 'leads', 'conversions', 'sales', 'saleAmount']
  return new Map(
    journal.partners.map(({ id, links: own }) => {
      const counters = own.map((link) => links.get(link.id) as Counters)
      const totals = Object.fromEntries(names.map((name) => [name, counters.reduce((sum, one) => sum + one[name], 0)]))
      const { group, status } = oracle.enrolments.get(id) ?? {}
      return [id, `${status} in ${group}: ${textOf(totals as unknown as Counters)}, earned ${earned.get(id) ?? 0}`]
    }),
  )
}

async function storedEnrolments(pool: pg.Pool): Promise<Table> {
  const { rows } = await pool.query<Counters & { id: string; group: string; status: string; earned: number }>(
    `select partner_id as id, status, slug as "group", total_clicks::int as clicks, total_leads::int as leads,
       total_conversions::int as conversions, total_sales::int as sales, total_sale_amount::int as "saleAmount", total_commissions::int as earned
     from enrolments join partner_groups on partner_groups.id = group_id`,
  )
  return new Map(rows.map(({ id, status, group, earned, ...totals }) => [id, `${status} in ${group}: ${textOf(totals)}, earned ${earned}`]))
}

function sumByPartner(commissions: readonly Commission[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { partner, earnings } of commissions) sums.set(partner, (sums.get(partner) ?? 0) + earnings)
  return sums
}

const payoutTable = (commissions: readonly Commission[]): Table =>
  mergeTexts(payoutTexts(commissions, 'paid', 'completed'), payoutTexts(commissions, 'processed', 'pending'))

const payoutTexts = (commissions: readonly Commission[], status: string, payoutStatus: string): Table =>
  new Map([...sumByPartner(commissions.filter((one) => one.status === status))].map(([id, sum]) => [id, `${payoutStatus} ${sum}`]))

const mergeTexts = (first: Table, second: Table): Table =>
  new Map([...first, ...second].map(([id]) => [id, [first.get(id), second.get(id)].filter((text) => text !== undefined).join(', ')]))

/** Without those of banned partners, which hold what was aggregated before the ban. */
async function storedPayouts(pool: pg.Pool): Promise<Table> {
  const { rows } = await pool.query<{ partner: string; text: string }>(
    `select partner_id as partner, string_agg(status || ' ' || amount, ', ' order by id) as text from payouts where status <> 'canceled'
     group by 1`,
  )
  return new Map(rows.map(({ partner, text }) => [partner, text]))
}

async function payoutsWithOtherSums(pool: pg.Pool): Promise<Table> {
  const { rows } = await pool.query<{ id: string; text: string }>(
    `select id, status || ' ' || amount || ' of ' || coalesce(earned, 0) as text
     from payouts left join (select payout_id, sum(earnings) as earned from commissions group by 1) as sums on payout_id = id
     where amount is distinct from earned`,
  )
  return new Map(rows.map(({ id, text }) => [id, text]))
}
