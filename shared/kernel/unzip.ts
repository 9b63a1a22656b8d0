import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { RandomAccessReader as Reader } from 'yauzl'
import type { ByteRange } from './file-store.js'

/** Opens a range of the archive; null if the archive is missing. */
type OpenRange = (range: ByteRange) => Promise<Readable | null>

interface ZippedFile {
  name: string
  content(): AsyncGenerator<Uint8Array>
}

/**
 * The files of an archive in the order of its directory. Only the content that is asked for is read. The directory says where a file begins
 * and ends: files in the archive may be archives themselves. What is wrong with the archive is thrown as `invalid()`; errors of reading it
 * stay as they are.
 */
export async function* unzip(size: number, openRange: OpenRange, invalid: () => Error): AsyncGenerator<ZippedFile> {
  const { fromRandomAccessReaderPromise, RandomAccessReader } = await import('yauzl') // loaded with the first archive, to keep the start fast
  const { reader, failure } = bufferedReader(RandomAccessReader, size, openRange)
  const errorOf = () => failure() ?? invalid()
  const archive = await fromRandomAccessReaderPromise(reader, size, { autoClose: false }).catch(() => {
    throw errorOf()
  })
  const content = (entry: Parameters<typeof archive.openReadStreamPromise>[0]) => async () => archive.openReadStreamPromise(entry)
  for await (const entry of orThrow(async () => archive.eachEntry(), errorOf))
    yield { name: entry.fileName, content: () => orThrow<Uint8Array>(content(entry), errorOf) }
}

async function* orThrow<Value>(open: () => Promise<AsyncIterable<Value>>, errorOf: () => Error): AsyncGenerator<Value> {
  try {
    yield* await open()
  } catch {
    throw errorOf()
  }
}

const blockBytes = 64 * 1024

/** Reads the short parts of an archive, which are its directory and the headers of its files, in blocks. */
function bufferedReader(RandomAccessReader: typeof Reader, size: number, openRange: OpenRange) {
  const blocks = new LRUCache<number, Buffer>({ max: 4 }) // of the directory, and of the file that is read
  let failed = null as Error | null
  async function* read(range: ByteRange): AsyncGenerator<Uint8Array> {
    try {
      const body = await openRange(range)
      if (!body) throw new Error('the archive was deleted while it was read')
      yield* body as AsyncIterable<Uint8Array>
    } catch (error) {
      failed = error as Error
      throw error
    }
  }
  async function readBlock(start: number): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    for await (const chunk of read({ start, end: Math.min(start + blockBytes, size) })) chunks.push(chunk)
    const block = Buffer.concat(chunks)
    blocks.set(start, block)
    return block
  }
  async function copyInto(target: Buffer, position: number): Promise<void> {
    for (let copied = 0; copied < target.length;) {
      const start = Math.floor((position + copied) / blockBytes) * blockBytes
      if (start >= size) throw new Error('the archive ends too early')
      const block = blocks.get(start) ?? (await readBlock(start))
      const bytes = block.copy(target, copied, position + copied - start)
      if (bytes === 0) throw new Error('the archive ends too early')
      copied += bytes
    }
  }
  class BufferedReader extends RandomAccessReader {
    override _readStreamForRange(start: number, end: number): Readable {
      return Readable.from(read({ start, end }), { objectMode: false })
    }
    override read(target: Buffer, offset: number, length: number, position: number, callback: (error: Error | null) => void): void {
      copyInto(target.subarray(offset, offset + length), position).then(
        () => callback(null),
        (error: Error) => callback(error),
      )
    }
  }
  return { reader: new BufferedReader(), failure: () => failed }
}
