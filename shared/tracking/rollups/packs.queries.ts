/**
 * SQL of packs: the rollups of a kind in a bucket as one row of bytes, for whoever reads them all. A pack is four bytes for each value, in
 * their order, and eight for each of its counters behind it, most significant first.
 */
import type { BucketOf } from './grown.queries.js'
import type { Ledger } from './ledgers.js'
import type { Sql } from './sql.js'

/** Whatever has a row for each value, and these columns of whole numbers in it. */
interface Packable<Counter extends { column: string }> {
  counters: readonly Counter[]
}

export const bytesOfEntry = ({ counters }: Packable<{ column: string }>) => 4 + 8 * counters.length
export const offsetInEntry = <Counter extends { column: string }>({ counters }: Packable<Counter>, counter: Counter) =>
  4 + 8 * counters.indexOf(counter)

/** The pack of many rows, as an expression. */
export const packed = ({ counters }: Packable<{ column: string }>) =>
  `string_agg(int4send(value) || ${counters.map(({ column }) => `int8send(${column})`).join(' || ')}, ''::bytea order by value)`

/** The values and counters of `pack`, as something to select from. */
export function unpacked(ledger: Ledger, pack: string): string {
  const number = (at: number, bytes: number) =>
    `('x' || encode(substring(${pack} from place * ${bytesOfEntry(ledger)} + ${at + 1} for ${bytes}), 'hex'))::bit(${bytes * 8})`
  const counters = ledger.counters.map((counter) => `${number(offsetInEntry(ledger, counter), 8)}::bigint as ${counter.column}`)
  return `(select ${number(0, 4)}::integer as value, ${counters.join(', ')} from generate_series(0, length(${pack}) / ${bytesOfEntry(ledger)} - 1) as place)`
}

/**
 * Packs a bucket whose packs are missing or no longer true, long spans first; answers whether there was one. Whoever corrects rollups
 * writes the bucket's total too: the lock on it keeps corrections off, and what follows it sees all that came before.
 */
export async function packNext(sql: Sql, ledger: Ledger): Promise<boolean> {
  const {
    rows: [total],
  } = await sql.query<BucketOf>(
    `select workspace, tier, bucket from ${ledger.totals} where not tended and dense order by tier desc, bucket desc limit 1 for update skip locked`,
  )
  if (!total) return false
  const key = [total.workspace, total.tier, total.bucket]
  await sql.query(
    `insert into ${ledger.packs} (workspace, kind, tier, bucket, pack)
     select workspace, kind, tier, bucket, ${packed(ledger)} from ${ledger.rollups} where workspace = $1 and tier = $2 and bucket = $3 group by workspace, kind, tier, bucket
     on conflict (workspace, kind, tier, bucket) do update set pack = excluded.pack`,
    key,
  )
  await sql.query(`update ${ledger.totals} set tended = true where workspace = $1 and tier = $2 and bucket = $3`, key)
  return true
}
