/** What is pre-aggregated: the tables of clicks and of conversions, and what they count. Roll-up, queries and verification share this list. */
import {
  type Attribute,
  attributeColumns,
  clickAttributes,
  clickDimensions,
  conversionAttributes,
  conversionDimensions,
  type Dimension,
} from './dimensions.js'
import { quarterHour } from './tiers.js'

export interface RollupSchema {
  /** SQL source of all events, with their time, workspace, attributes and the inputs of the counters. */
  events: string
  /** Tables of the events, partitioned by month. */
  eventTables: readonly string[]
  /** Table with a narrow row per event: `at`, `workspace`, `hour`, a column per dimension, and the extra columns. */
  facts: string
  /**
   * Table with the counters per workspace and bucket. `dense`: the bucket has rollups. `maintained`: whether it needs rollups was decided
   * after its last change.
   */
  totals: string
  /** Table with the counters per value of a dimension, for dense buckets: what changed since the bucket was closed. */
  rollups: string
  /** Table of the counters at the time when the bucket was closed: values in ascending order and their counters, as arrays. */
  packs: string
  /** View of both: `value` and the counters. A value may have several rows. A pack has its values between `first` and `last`. */
  rollupValues: string
  /** Table of one row; buckets are closed up to its `at`. */
  watermark: string
  /** SQL source of the watermark, lowered to the quarter hour of the first event whose current state is not rolled up. */
  effectiveWatermark: string
  dimensions: readonly Dimension[]
  /** Attributes of the dimensions, in the order of an `EventTuple`. */
  attributes: readonly Attribute[]
  counters: readonly Counter[]
  /** Number of events of a bucket, as an expression over its counters. */
  sizeExpression: string
  /** Further columns of a fact, with their types. */
  extraColumns: Readonly<Record<string, string>>
}

export interface Counter {
  /** Column in totals and rollups. */
  column: string
  /** Expression of what one fact adds. */
  perFact: string
}

export const clickRollupSchema: RollupSchema = {
  events: 'clicks',
  eventTables: ['click_events'],
  facts: 'click_facts',
  totals: 'click_totals',
  rollups: 'click_rollups',
  packs: 'click_rollup_packs',
  rollupValues: 'click_rollup_values',
  watermark: 'click_watermark',
  effectiveWatermark: 'click_watermark',
  dimensions: clickDimensions,
  attributes: clickAttributes,
  counters: [{ column: 'clicks', perFact: '1' }],
  sizeExpression: 'clicks',
  extraColumns: {},
}

const selectConversions = (table: string, counters: string) =>
  `select timestamp, workspace_id, ${conversionColumns.join(', ')}, ${counters} from ${table}`
const conversionColumns = [...new Set(Object.values(attributeColumns).flatMap((expression) => expression.match(/[a-z_]+/g) ?? []))]

/** Leads, sales and refunds share one schema, because most queries about one of them also read the others. */
export const conversionRollupSchema: RollupSchema = {
  events: `(
    ${selectConversions('lead_events', '1 as leads, 0 as sales, 0 as amount')}
    union all ${selectConversions('sale_events', '0, sales, amount')}
  ) as conversion_events`,
  eventTables: ['lead_events', 'sale_events'],
  facts: 'conversion_facts',
  totals: 'conversion_totals',
  rollups: 'conversion_rollups',
  packs: 'conversion_rollup_packs',
  rollupValues: 'conversion_rollup_values',
  watermark: 'conversion_watermark',
  effectiveWatermark: `(
    select date_bin('${quarterHour.span} milliseconds', least(at, (select min(at) from pending_conversions)), 'epoch') as at
    from conversion_watermark
  ) as watermark`,
  dimensions: conversionDimensions,
  attributes: conversionAttributes,
  counters: ['leads', 'sales', 'amount'].map((column) => ({ column, perFact: column })),
  sizeExpression: 'leads + sales',
  extraColumns: { id: 'text', leads: 'smallint', sales: 'smallint', amount: 'bigint', recurring: 'boolean' },
}

export const rollupSchemas: readonly RollupSchema[] = [clickRollupSchema, conversionRollupSchema]

/** Aggregate expression of a counter over facts or events. `count(*)` is the cheapest; the cast avoids PostgreSQL's slower numeric sums. */
export const aggregateFacts = ({ perFact }: Counter) => (perFact === '1' ? 'count(*)' : `sum(${perFact})::bigint`)

/** SQL list with an item per counter. */
export const mapCounters = ({ counters }: RollupSchema, write: (counter: Counter) => string) => counters.map(write).join(', ')
