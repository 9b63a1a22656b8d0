/**
 * The values of one dimension for many facts, in the order of the facts, dictionary encoded: the distinct values come first, then an index
 * into them per fact, of one byte where 256 suffice and of two bytes otherwise. Numbers are little-endian.
 */
export interface ColumnSegment {
  values: Int32Array
  codes: Uint16Array
}

/** Two bytes cannot distinguish more. */
export const maxFactsPerSegment = 65_536
const maxByteCodes = 256

export function encodeSegment(numbers: ArrayLike<number>): Buffer {
  const codeOf = new Map<number, number>()
  const codes = new Uint16Array(numbers.length)
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] as number
    let code = codeOf.get(number)
    if (code === undefined) codeOf.set(number, (code = codeOf.size))
    codes[index] = code
  }
  const head = Int32Array.of(codeOf.size, ...codeOf.keys())
  return Buffer.concat([head, codeOf.size <= maxByteCodes ? Uint8Array.from(codes) : codes].map((part) => Buffer.from(part.buffer)))
}

export function decodeSegment(encoded: Buffer): ColumnSegment {
  // Copied, because typed arrays need aligned memory.
  const buffer = encoded.buffer.slice(encoded.byteOffset, encoded.byteOffset + encoded.length)
  const [size = 0] = new Int32Array(buffer, 0, 1)
  const values = new Int32Array(buffer, 4, size)
  const codesOffset = 4 + 4 * size
  // Always the same array type: loops over two types are half as fast.
  const codes = size <= maxByteCodes ? new Uint16Array(new Uint8Array(buffer, codesOffset)) : new Uint16Array(buffer, codesOffset)
  return { values, codes }
}
