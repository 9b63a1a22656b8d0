/**
 * Packs in memory: the rollups of one dimension and bucket in one buffer, for queries that read every value. An entry is a value id of four
 * bytes, followed by eight bytes per counter, big-endian; entries are sorted by value id.
 */
interface WithCounters<Counter extends { column: string }> {
  counters: readonly Counter[]
}

export const entryBytes = ({ counters }: WithCounters<{ column: string }>) => 4 + 8 * counters.length
export const counterOffset = <Counter extends { column: string }>({ counters }: WithCounters<Counter>, counter: Counter) =>
  4 + 8 * counters.indexOf(counter)

/** Aggregate expression that packs rows with a `value` and the counters. Without an order, its entries are not sorted. */
export const packExpression = ({ counters }: WithCounters<{ column: string }>, order = 'order by value') =>
  `string_agg(int4send(value) || ${counters.map(({ column }) => `int8send(${column})`).join(' || ')}, ''::bytea${order && ` ${order}`})`

/** Header of an array in PostgreSQL's binary format: five numbers of four bytes. Each element follows its length of four bytes. */
const arrayHeader = 20

/** Parts of the rollups of one bucket, as they arrive from the database. */
export class PackParts {
  private readonly stored: { first: number; pack: Buffer }[] = []
  private readonly changes: Buffer[] = []

  /** Fields in binary format: the first value of a stored pack, 0 for changes; then arrays of the values and of each counter. */
  add([first, values, ...counters]: Buffer[]): void {
    const [firstValue, pack] = [(first as Buffer).readInt32BE(), interleave(values as Buffer, counters)]
    if (firstValue > 0) this.stored.push({ first: firstValue, pack })
    else this.changes.push(pack)
  }

  /** Packs, each sorted by value id. */
  join(): readonly Buffer[] {
    const stored = this.stored.toSorted((a, b) => a.first - b.first).map(({ pack }) => pack)
    return [...(stored.length > 0 ? [Buffer.concat(stored)] : []), ...this.changes]
  }
}

/** Number of elements of an array in that format, and an element of an array of integer or bigint. Counters stay below 2^53. */
export const arrayLength = (integers: Buffer) => Math.max(0, (integers.length - arrayHeader) / 8)
export const integerAt = (integers: Buffer, index: number) => integers.readInt32BE(arrayHeader + 8 * index + 4)
export const bigintAt = (bigints: Buffer, index: number) =>
  bigints.readInt32BE(arrayHeader + 12 * index + 4) * 2 ** 32 + bigints.readUInt32BE(arrayHeader + 12 * index + 8)

function interleave(values: Buffer, counters: readonly Buffer[]): Buffer {
  const length = arrayLength(values)
  const bytes = 4 + 8 * counters.length
  const pack = Buffer.alloc(length * bytes)
  for (let index = 0; index < length; index++) {
    values.copy(pack, index * bytes, arrayHeader + 8 * index + 4, arrayHeader + 8 * (index + 1))
    for (let counter = 0; counter < counters.length; counter++) {
      const source = counters[counter] as Buffer
      source.copy(pack, index * bytes + 4 + 8 * counter, arrayHeader + 12 * index + 4, arrayHeader + 12 * (index + 1))
    }
  }
  return pack
}
