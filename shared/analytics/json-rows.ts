/** Rows of an answer as JSON: there may be thousands, most of which say what they said a moment ago, but for their counts. */
import type { z } from 'zod'
import { ByteWriter } from '../kernel/byte-writer.js'
import type { Counted } from './event-store.js'

/** The fields of a row, still open at the end. */
export const openJson = (fields: object) => Buffer.from(JSON.stringify(fields).slice(0, -1))

/** A link with its counts takes some 300. */
const bytesOfRow = 350

/** The first row is held against the schema, as which all the others are made. */
export class JsonRows {
  private readonly schema: z.ZodObject
  private readonly writer: ByteWriter
  private isEmpty = true

  constructor(schema: z.ZodObject, expected: number) {
    this.schema = schema
    this.writer = new ByteWriter(bytesOfRow * (expected + 1))
  }

  add(open: Buffer, counts: Counted['counts'], previous: Counted['counts'] | null): void {
    if (this.isEmpty) this.writer.text('[')
    this.writer.bytes(open)
    this.writer.text(`,${countsIn(counts)}${previous ? `,"previous":{${countsIn(previous)}}` : ''}},`)
    if (this.isEmpty) this.schema.parse(JSON.parse(this.writer.written().toString('utf8', 1, this.writer.written().length - 1)))
    this.isEmpty = false
  }

  written(): Buffer {
    if (this.isEmpty) return Buffer.from('[]')
    const written = this.writer.written()
    written.write(']', written.length - 1)
    return written
  }
}

const countsIn = ({ clicks = 0, leads = 0, sales = 0, saleAmount = 0 }: Counted['counts']) =>
  `"clicks":${clicks},"leads":${leads},"sales":${sales},"saleAmount":${saleAmount}`
