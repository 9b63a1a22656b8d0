/** SQL of facts: stored, and counted in the buckets that hold them. */
import { eachCounter, type Ledger } from './ledgers.js'
import type { Sql } from './sql.js'
import { quarter, type Tier, tiers } from './tiers.js'

/** An event as numbers, kinds in the order of the ledger; then its extra columns. */
export interface Fact {
  numbers: [microseconds: number, workspace: number, ...values: number[]]
  extras: readonly unknown[]
}

const insertFacts = ({ facts, kinds, extras }: Ledger) => {
  const values = kinds.map(({ column }) => column)
  const names = [...values, ...Object.keys(extras)].join(', ')
  const types = ['bigint', 'integer', ...values.map(() => 'integer'), ...Object.values(extras)]
  return `
  insert into ${facts} (at, workspace, hour, ${names})
  select to_timestamp(at / 1000000.0), workspace, div(at, 3600000000)::integer, ${names}
  from unnest(${types.map((type, place) => `$${place + 1}::${type}[]`).join(', ')}) as fact(at, workspace, ${names})
  returning *`
}

/** Numbers as array texts: the driver would quote and escape each. */
const columnsOf = ({ kinds, extras }: Ledger, facts: readonly Fact[]) => [
  ...Array.from({ length: kinds.length + 2 }, (_, place) => `{${facts.map(({ numbers }) => numbers[place]).join()}}`),
  ...Object.keys(extras).map((_, place) => facts.map((fact) => fact.extras[place])),
]

/** Facts of which nothing later than quarters of an hour is filled yet. */
export const addFacts = (sql: Sql, ledger: Ledger, facts: readonly Fact[]) =>
  sql.query(
    `with added as (${insertFacts(ledger)})
     insert into ${ledger.totals} as total (workspace, tier, bucket, ${eachCounter(ledger, ({ column }) => column)}, dense)
     select workspace, ${quarter.code}, date_bin('${quarter.span} milliseconds', at, 'epoch') as bucket, ${eachCounter(ledger, ({ ofFact }) => `sum(${ofFact})`)}, false from added group by 1, 3 order by 1, 3
     on conflict (workspace, tier, bucket) do update set ${added(ledger)}`,
    columnsOf(ledger, facts),
  )

const added = (ledger: Ledger) => eachCounter(ledger, ({ column }) => `${column} = total.${column} + excluded.${column}`)

/** Tiers as something to select from. */
export const tableOfTiers = (list: readonly Tier[]) =>
  `(values ${list.map(({ code, span }) => `(${code}::smallint, interval '${span} milliseconds')`).join(', ')}) as each(tier, span)`

/** Every bucket that exists by now and holds the fact; quarters of an hour exist as soon as they have begun. */
const filledBuckets = ({ watermark }: Ledger) => `
  select changed.*, tier, date_bin(span, at, 'epoch') as bucket
  from changed cross join ${tableOfTiers(tiers)}
  where tier = ${quarter.code} or date_bin(span, at, 'epoch') + span <= (select at from ${watermark})`

/** `change` is a statement that returns the facts that it stored or removed. The next fold tends the buckets that it changes. */
function countChange(ledger: Ledger, change: string, sign: '' | '-'): string {
  const columns = eachCounter(ledger, ({ column }) => column)
  const sums = eachCounter(ledger, ({ ofFact }) => `${sign}sum(${ofFact})`)
  return `
  with changed as (${change}),
  filled as (${filledBuckets(ledger)}),
  in_totals as (
    insert into ${ledger.totals} as total (workspace, tier, bucket, ${columns}, dense, tended)
    select workspace, tier, bucket, ${sums}, false, tier = ${quarter.code} from filled group by 1, 2, 3 order by 1, 2, 3
    on conflict (workspace, tier, bucket) do update set ${added(ledger)}, tended = excluded.tended
  )
  insert into ${ledger.rollups} as total (tier, bucket, workspace, kind, value, ${columns})
  select tier, bucket, workspace, kind, value, ${eachCounter(ledger, ({ ofFact }) => `${sign}sum(${ofFact === '1' ? '1' : `filled.${ofFact}`})`)}
  from filled join (select workspace, tier, bucket from ${ledger.totals} where dense) as dense using (workspace, tier, bucket)
  cross join lateral (values ${ledger.kinds.map(({ code, column }) => `(${code}::smallint, filled.${column})`).join(', ')}) as counted(kind, value)
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (tier, bucket, workspace, kind, value) do update set ${added(ledger)}`
}

/** Afterwards the facts are stored, and counted in every bucket that had been filled without them. */
export const addLateFacts = (sql: Sql, ledger: Ledger, facts: readonly Fact[]) =>
  sql.query(countChange(ledger, insertFacts(ledger), ''), columnsOf(ledger, facts))

/** Afterwards the facts that the query names by `id` and `at` are gone, and counted nowhere. Those that there are not are no error. */
export const removeFacts = (sql: Sql, ledger: Ledger, gone: string, values: unknown[]) =>
  sql.query(
    countChange(
      ledger,
      `delete from ${ledger.facts} as fact using (${gone}) as gone where fact.id = gone.id and fact.at = gone.at returning fact.*`,
      '-',
    ),
    values,
  )

export const ensurePartitions = (sql: Sql, { facts }: Ledger, instants: readonly number[]) =>
  sql.query(`select ensure_month_partition('${facts}', at) from unnest($1::timestamptz[]) as at`, [instants.map((one) => new Date(one))])
