/** The facts of an hour, by column, as they are read from the database in its binary format. */

/** Bytes of a visitor. */
const visitorLength = 8
/** Bytes of a value in a row: its length, then the number. */
const valueLength = 8
const lengthLength = 4

export type FactPart = Pick<FactColumns, 'length' | 'values' | 'visitors'>

export class FactColumns {
  length = 0
  readonly values: Int32Array[]
  visitors: Buffer

  constructor(columns: number, capacity: number) {
    this.values = Array.from({ length: columns }, () => new Int32Array(capacity))
    this.visitors = Buffer.alloc(capacity * visitorLength)
  }

  /** Adds a row of one number per column, then the visitor or null. */
  add(row: Buffer): void {
    if (this.length * visitorLength === this.visitors.length) this.grow()
    let offset = lengthLength
    for (const column of this.values) {
      column[this.length] = row.readInt32BE(offset)
      offset += valueLength
    }
    row.copy(this.visitors, this.length * visitorLength, offset, offset + visitorLength)
    this.length++
  }

  /** The facts between two indexes, without copying them. */
  part(from: number, to: number): FactPart {
    return {
      length: to - from,
      values: this.values.map((column) => column.subarray(from, to)),
      visitors: this.visitors.subarray(from * visitorLength, to * visitorLength),
    }
  }

  private grow(): void {
    const capacity = Math.max(this.length * 2, 1024)
    for (const [index, column] of this.values.entries()) {
      this.values[index] = new Int32Array(capacity)
      this.values[index].set(column)
    }
    this.visitors = Buffer.concat([this.visitors], capacity * visitorLength)
  }
}
