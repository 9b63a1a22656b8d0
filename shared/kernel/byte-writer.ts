/** A growing buffer, which assembles a response from thousands of pieces without building a string. */
export class ByteWriter {
  private buffer: Buffer
  private length = 0

  /** Growing beyond `expected` bytes costs a copy. */
  constructor(expected: number) {
    this.buffer = Buffer.allocUnsafe(expected)
  }

  bytes(more: Uint8Array): void {
    this.reserve(more.length)
    this.buffer.set(more, this.length)
    this.length += more.length
  }

  text(more: string): void {
    // A UTF-16 code unit takes at most three bytes in UTF-8.
    this.reserve(3 * more.length)
    this.length += this.buffer.write(more, this.length)
  }

  /** Number of bytes written so far. */
  get size(): number {
    return this.length
  }

  /** The bytes written so far. */
  toBuffer(): Buffer {
    return this.buffer.subarray(0, this.length)
  }

  private reserve(more: number): void {
    if (this.length + more <= this.buffer.length) return
    const grown = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, this.length + more))
    grown.set(this.toBuffer())
    this.buffer = grown
  }
}
