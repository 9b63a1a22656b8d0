/**
 * The values that many facts have of one kind, in the order of the facts. The different ones stand once, in front; behind them each fact
 * has the place of its value there, in a byte where they are few and in two otherwise. Numbers are little-endian.
 */
export interface Column {
  values: Int32Array
  codes: Uint16Array
}

/** More would not be told apart by two bytes. */
export const mostInColumn = 65_536
const mostInBytes = 256

export function packColumn(numbers: readonly number[]): Buffer {
  const places = new Map<number, number>()
  const codes = new Uint16Array(numbers.length)
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number
    let place = places.get(number)
    if (place === undefined) places.set(number, (place = places.size))
    codes[at] = place
  }
  const head = Int32Array.of(places.size, ...places.keys())
  return Buffer.concat([head, places.size <= mostInBytes ? Uint8Array.from(codes) : codes].map((part) => Buffer.from(part.buffer)))
}

export function openColumn(packed: Buffer): Column {
  // A copy: numbers are read only where memory is divided by their size.
  const buffer = packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.length)
  const [size = 0] = new Int32Array(buffer, 0, 1)
  const values = new Int32Array(buffer, 4, size)
  const behind = 4 + 4 * size
  // Of one type always: loops over two types are half as fast.
  return { values, codes: size <= mostInBytes ? new Uint16Array(new Uint8Array(buffer, behind)) : new Uint16Array(buffer, behind) }
}
