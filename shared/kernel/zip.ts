/** Zip archives, written as they are sent: each file is packed when its text is there, and nothing is read back. */
import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'

const pack = promisify(deflateRaw)

export interface ZipEntry {
  name: string
  text: string
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function checksum(data: Buffer): number {
  let sum = 0xffffffff
  for (const byte of data) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 255] as number)
  return (sum ^ 0xffffffff) >>> 0
}

/** Names are UTF-8, contents deflated; the year 1980 begins the format's calendar. */
const [version, utf8Names, deflated, firstDay] = [20, 0x0800, 8, 0x0021]

interface Packed {
  name: Buffer
  sum: number
  size: number
  packedSize: number
  at: number
}

/** What the two headers of a file have in common. */
function facts({ name, sum, size, packedSize }: Packed): Buffer {
  const head = Buffer.alloc(26)
  for (const [place, value] of [version, utf8Names, deflated, 0, firstDay].entries()) head.writeUInt16LE(value, place * 2)
  for (const [place, value] of [sum, packedSize, size].entries()) head.writeUInt32LE(value, 10 + place * 4)
  head.writeUInt16LE(name.length, 22)
  return head
}

const number = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

/** The archive of these files, part by part. Together they stay below four gigabytes. */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const files: Packed[] = []
  let at = 0
  for await (const { name, text } of entries) {
    const data = Buffer.from(text)
    const packed = await pack(data)
    const file = { name: Buffer.from(name), sum: checksum(data), size: data.length, packedSize: packed.length, at }
    const part = Buffer.concat([number(0x04034b50, 4), facts(file), file.name, packed])
    files.push(file)
    at += part.length
    yield part
  }
  const directory = Buffer.concat(files.flatMap((file) => [number(0x02014b50, 4), number(version, 2), facts(file), Buffer.alloc(10), number(file.at, 4), file.name]))
  yield Buffer.concat([directory, number(0x06054b50, 4), Buffer.alloc(4), number(files.length, 2), number(files.length, 2), number(directory.length, 4), number(at, 4), Buffer.alloc(2)])
}
