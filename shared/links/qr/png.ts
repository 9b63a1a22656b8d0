/** Minimal PNG encoder (ISO/IEC 15948): eight bits per channel, no transparency. */
import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const compress = promisify(deflate)
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** `rows` hold three bytes per pixel. A row that is the same buffer as the row above takes almost no space. */
export async function encodePng(width: number, height: number, rows: readonly Buffer[]): Promise<Buffer> {
  const length = 1 + width * 3
  const lines = Buffer.alloc(height * length)
  for (const [index, row] of rows.entries()) {
    // Filter 2 stores the difference to the row above, here all zeros; filter 0 stores the row itself.
    if (row === rows[index - 1]) lines[index * length] = 2
    else row.copy(lines, index * length + 1)
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', await compress(lines)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}
