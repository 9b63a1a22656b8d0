/** SQL that stores and removes facts, and counts them in the buckets that contain them. */
import { mapCounters, type RollupSchema } from './rollup-schemas.js'
import type { Sql } from './sql.js'
import { quarterHour, type Tier, tiers } from './tiers.js'

/** An event as numbers: time, workspace and a value id per dimension in the order of the schema; then its extra columns. */
export interface Fact {
  numbers: [microseconds: number, workspace: number, ...values: number[]]
  extraValues: readonly unknown[]
}

const insertFactsStatement = ({ facts, dimensions, extraColumns }: RollupSchema) => {
  const values = dimensions.map(({ column }) => column)
  const names = [...values, ...Object.keys(extraColumns)].join(', ')
  const types = ['bigint', 'integer', ...values.map(() => 'integer'), ...Object.values(extraColumns)]
  return `
  insert into ${facts} (at, workspace, hour, ${names})
  select to_timestamp(at / 1000000.0), workspace, div(at, 3600000000)::integer, ${names}
  from unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')}) as fact(at, workspace, ${names})
  returning *`
}

/** Numbers are written as array literals, because the driver would quote and escape each of them. */
const toParameters = ({ dimensions, extraColumns }: RollupSchema, facts: readonly Fact[]) => [
  ...Array.from({ length: dimensions.length + 2 }, (_, index) => `{${facts.map(({ numbers }) => numbers[index]).join()}}`),
  ...Object.keys(extraColumns).map((_, index) => facts.map((fact) => fact.extraValues[index])),
]

const incrementCounters = (schema: RollupSchema) => mapCounters(schema, ({ column }) => `${column} = total.${column} + excluded.${column}`)

/** `change` is a statement that returns facts it stored, of which only the quarter-hour buckets exist so far. Counts them there. */
export const countInQuarterHours = (schema: RollupSchema, change: string) => `
  with added as (${change})
  insert into ${schema.totals} as total (workspace, tier, bucket, ${mapCounters(schema, ({ column }) => column)}, dense)
  select workspace, ${quarterHour.code}, date_bin('${quarterHour.span} milliseconds', at, 'epoch') as bucket,
    ${mapCounters(schema, ({ perFact }) => `sum(${perFact})`)}, false
  from added group by 1, 3 order by 1, 3
  on conflict (workspace, tier, bucket) do update set ${incrementCounters(schema)}`

/** The tiers as a derived table of SQL. */
export const tierValues = (list: readonly Tier[]) =>
  `(values ${list.map(({ code, span }) => `(${code}::smallint, interval '${span} milliseconds')`).join(', ')}) as each(tier, span)`

/** Every closed bucket that contains the changed fact. Quarter hours count as closed from their start. */
const closedBuckets = ({ watermark }: RollupSchema) => `
  select changed.*, tier, date_bin(span, at, 'epoch') as bucket
  from changed cross join ${tierValues(tiers)}
  where tier = ${quarterHour.code} or date_bin(span, at, 'epoch') + span <= (select at from ${watermark})`

/** `change` is a statement that returns the facts it stored or removed. The next roll-up maintains the buckets that it changes. */
export function applyChangeStatement(schema: RollupSchema, change: string, sign: '' | '-'): string {
  const columns = mapCounters(schema, ({ column }) => column)
  const totalSums = mapCounters(schema, ({ perFact }) => `${sign}sum(${perFact})`)
  const rollupSums = mapCounters(schema, ({ perFact }) => `${sign}sum(${perFact === '1' ? '1' : `filled.${perFact}`})`)
  const values = schema.dimensions.map(({ code, column }) => `(${code}::smallint, filled.${column})`).join(', ')
  return `
  with changed as (${change}),
  filled as (${closedBuckets(schema)}),
  in_totals as (
    insert into ${schema.totals} as total (workspace, tier, bucket, ${columns}, dense, maintained)
    select workspace, tier, bucket, ${totalSums}, false, tier = ${quarterHour.code} from filled group by 1, 2, 3 order by 1, 2, 3
    on conflict (workspace, tier, bucket) do update set ${incrementCounters(schema)}, maintained = total.dense or excluded.maintained
  )
  insert into ${schema.rollups} as total (tier, bucket, workspace, dimension, value, ${columns})
  select tier, bucket, workspace, dimension, value, ${rollupSums}
  from filled join (select workspace, tier, bucket from ${schema.totals} where dense) as dense using (workspace, tier, bucket)
  cross join lateral (values ${values}) as counted(dimension, value)
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (tier, bucket, workspace, dimension, value) do update set ${incrementCounters(schema)}`
}

/** Stores late facts and counts them in every bucket that was closed without them. */
export const addLateFacts = (sql: Sql, schema: RollupSchema, facts: readonly Fact[]) =>
  sql.query(applyChangeStatement(schema, insertFactsStatement(schema), ''), toParameters(schema, facts))

/** Removes the facts that `removed` selects by `id` and `at`, and subtracts them from every bucket. Missing facts are ignored. */
export const removeFacts = (sql: Sql, schema: RollupSchema, removed: string, values: unknown[]) =>
  sql.query(
    applyChangeStatement(
      schema,
      `delete from ${schema.facts} as fact using (${removed}) as removed where fact.id = removed.id and fact.at = removed.at
       returning fact.*`,
      '-',
    ),
    values,
  )

export const ensureFactPartitions = (sql: Sql, { facts }: RollupSchema, instants: readonly number[]) =>
  sql.query(`select ensure_month_partition('${facts}', at) from unnest($1::timestamptz[]) as at`, [instants.map((one) => new Date(one))])
