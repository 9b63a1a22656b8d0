/** What is added up ahead: the tables of each ledger, and what they count. Whatever folds, asks or recounts goes by this list. */
import {
  attributes,
  attributesOfClicks,
  attributesOfConversions,
  type Attribute,
  type Kind,
  kindsOfClicks,
  kindsOfConversions,
} from './kinds.js'
import { quarter } from './tiers.js'

export interface Ledger {
  /** What a statement reads all of its events from, with their time, workspace, attributes and what the counters are made of. */
  events: string
  /** The tables, partitioned by month, in which the events lie. */
  parents: readonly string[]
  /** A narrow row for each event: `at`, `workspace`, `hour`, a column for each kind, and the extra columns. */
  facts: string
  /** The counters of a workspace's bucket, whether it is `dense`, and whether it was `tended` since it was closed or changed. */
  totals: string
  /** The counters of each value of a kind in a dense bucket. */
  rollups: string
  /** The same once more, all values of a kind in one row: good where the bucket is dense and tended. */
  packs: string
  /** A table of one row, whose `at` is where filled buckets end. */
  watermark: string
  /** The same, no later than the quarter of an hour of an event that is not folded as it is now. */
  settled: string
  kinds: readonly Kind[]
  /** What the kinds are made of, in the order of the texts of an event. */
  attributes: readonly Attribute[]
  counters: readonly Counter[]
  /** How large a bucket is, as an expression of its counters. */
  size: string
  /** Further columns of a fact, with their types. */
  extras: Readonly<Record<string, string>>
}

export interface Counter {
  /** In totals and rollups. */
  column: string
  /** What one fact adds to it. */
  ofFact: string
}

export const clickLedger: Ledger = {
  events: 'click_events',
  parents: ['click_events'],
  facts: 'click_facts',
  totals: 'click_totals',
  rollups: 'click_rollups',
  packs: 'click_packs',
  watermark: 'click_watermark',
  settled: 'click_watermark',
  kinds: kindsOfClicks,
  attributes: attributesOfClicks,
  counters: [{ column: 'clicks', ofFact: '1' }],
  size: 'clicks',
  extras: {},
}

const conversionsFrom = (table: string, counted: string) =>
  `select timestamp, workspace_id, ${conversionColumns.join(', ')}, ${counted} from ${table}`
const conversionColumns = [...new Set(Object.values(attributes).flatMap((expression) => expression.match(/[a-z_]+/g) ?? []))]

/** Leads, sales and refunds together: most questions about one of them are asked about the others too. */
export const conversionLedger: Ledger = {
  events: `(${conversionsFrom('lead_events', '1 as leads, 0 as sales, 0 as amount')} union all ${conversionsFrom('sale_events', '0, sales, amount')}) as conversion_events`,
  parents: ['lead_events', 'sale_events'],
  facts: 'conversion_facts',
  totals: 'conversion_totals',
  rollups: 'conversion_rollups',
  packs: 'conversion_packs',
  watermark: 'conversion_watermark',
  settled: `(select date_bin('${quarter.span} milliseconds', least(at, (select min(at) from unfolded_conversions)), 'epoch') as at from conversion_watermark) as settled`,
  kinds: kindsOfConversions,
  attributes: attributesOfConversions,
  counters: ['leads', 'sales', 'amount'].map((column) => ({ column, ofFact: column })),
  size: 'leads + sales',
  extras: { id: 'text', leads: 'smallint', sales: 'smallint', amount: 'bigint', recurring: 'boolean' },
}

export const ledgers: readonly Ledger[] = [clickLedger, conversionLedger]

/** The counter of many facts, or events; a plain count is the cheapest. The database's own sum of such numbers is of a dearer type. */
export const ofFacts = ({ ofFact }: Counter) => (ofFact === '1' ? 'count(*)' : `sum(${ofFact})::bigint`)

/** A list of something of each counter, as SQL. */
export const eachCounter = ({ counters }: Ledger, write: (counter: Counter) => string) => counters.map(write).join(', ')
