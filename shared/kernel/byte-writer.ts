/** Bytes in the making: thousands of pieces become one answer without a text of their own. */
export class ByteWriter {
  private buffer: Buffer
  private length = 0

  /** It grows beyond what is expected, at the price of another copy. */
  constructor(expected: number) {
    this.buffer = Buffer.allocUnsafe(expected)
  }

  bytes(more: Uint8Array): void {
    this.reserve(more.length)
    this.buffer.set(more, this.length)
    this.length += more.length
  }

  text(more: string): void {
    // No character of a string takes more than three bytes.
    this.reserve(3 * more.length)
    this.length += this.buffer.write(more, this.length)
  }

  /** What was written until now. */
  written(): Buffer {
    return this.buffer.subarray(0, this.length)
  }

  private reserve(more: number): void {
    if (this.length + more <= this.buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, this.length + more))
    larger.set(this.written())
    this.buffer = larger
  }
}
