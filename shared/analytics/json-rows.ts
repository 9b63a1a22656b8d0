/** Serializes the rows of a response. There may be thousands, and most differ from the previous response only in their counts. */
import type { z } from 'zod'
import { ByteWriter } from '../kernel/byte-writer.js'
import type { GroupCounts } from './event-store.js'
import { maxRowsBytes } from './limits.js'

/** The JSON of an object without its closing brace, so that counts can be appended. */
export const jsonPrefixText = (fields: object) => JSON.stringify(fields).slice(0, -1)

/** For fields that are kept for later responses. */
export const jsonPrefix = (fields: object) => Buffer.from(jsonPrefixText(fields))

/** A link with its counts takes about 300. */
const estimatedRowBytes = 350

/** Writes an array of rows. Only the first row is validated against the schema: the others are built in the same way. */
export class JsonRows {
  private readonly schema: z.ZodObject
  private readonly writer: ByteWriter
  private isEmpty = true

  constructor(schema: z.ZodObject, expectedRows: number) {
    this.schema = schema
    this.writer = new ByteWriter(estimatedRowBytes * (expectedRows + 1))
  }

  /** Whether the rows have the maximum size of a response. */
  get isFull(): boolean {
    return this.writer.size > maxRowsBytes
  }

  add(prefix: Buffer | string, counts: GroupCounts['counts'], previous: GroupCounts['counts'] | null): void {
    if (this.isEmpty) this.writer.text('[')
    if (typeof prefix === 'string') this.writer.text(prefix)
    else this.writer.bytes(prefix)
    this.writer.text(`,${countFields(counts)}${previous ? `,"previous":{${countFields(previous)}}` : ''}},`)
    if (this.isEmpty) this.schema.parse(JSON.parse(this.writer.toBuffer().toString('utf8', 1, this.writer.toBuffer().length - 1)))
    this.isEmpty = false
  }

  toBuffer(): Buffer {
    if (this.isEmpty) return Buffer.from('[]')
    const rows = this.writer.toBuffer()
    // Replaces the comma after the last row.
    rows.write(']', rows.length - 1)
    return rows
  }
}

const countFields = ({ clicks = 0, leads = 0, sales = 0, saleAmount = 0 }: GroupCounts['counts']) =>
  `"clicks":${clicks},"leads":${leads},"sales":${sales},"saleAmount":${saleAmount}`
