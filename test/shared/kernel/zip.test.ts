import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { Readable } from 'node:stream'
import test from 'ava'
import { unzip } from '../../../shared/kernel/unzip.js'
import { zip, type ZipEntry } from '../../../shared/kernel/zip.js'

async function* entriesOf(files: Iterable<[string, Uint8Array]>): AsyncGenerator<ZipEntry> {
  for (const [name, bytes] of files) yield { name, base64: Buffer.from(bytes).toString('base64') }
}

async function collected<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = []
  for await (const value of values) all.push(value)
  return all
}

const archiveOf = async (files: Iterable<[string, Uint8Array]>) => Buffer.concat(await collected(zip(entriesOf(files))))

const invalid = () => new Error('not an archive')
const filesIn = (archive: Buffer) => unzip(archive.length, async ({ start, end }) => Readable.from([archive.subarray(start, end)]), invalid)

async function contentsOf(archive: Buffer): Promise<[string, Buffer][]> {
  const contents: [string, Buffer][] = []
  for await (const { name, content } of filesIn(archive)) contents.push([name, Buffer.concat(await collected(content()))])
  return contents
}

test('files of an archive may be archives, empty, or large', async (t) => {
  const inner = await archiveOf([
    ['a.txt', randomBytes(5000)],
    ['b.txt', randomBytes(5000)],
  ])
  const files: [string, Buffer][] = [
    ['inner.zip', inner],
    ['empty', Buffer.alloc(0)],
    ['large', Buffer.concat([randomBytes(300_000), inner])],
    ['last', Buffer.from('end')],
  ]
  t.deepEqual(await contentsOf(await archiveOf(files)), files)
})

test('an archive that is damaged or ends too early is refused', async (t) => {
  const archive = await archiveOf([['a.txt', randomBytes(200_000)]])
  for (const damaged of [Buffer.alloc(0), randomBytes(500), archive.subarray(0, -30), archive.subarray(1000)])
    await t.throwsAsync(contentsOf(damaged), { message: 'not an archive' })
})

test('an error of the store or of the source reaches the reader as it is', async (t) => {
  const archive = await archiveOf([['a.txt', randomBytes(200_000)]])
  const failing = async () => {
    throw new Error('the store is away')
  }
  await t.throwsAsync(collected(unzip(archive.length, failing, invalid)), { message: 'the store is away' })
  async function* source() {
    yield* entriesOf([['a.txt', randomBytes(200_000)]])
    throw new Error('the database is away')
  }
  await t.throwsAsync(collected(zip(source())), { message: 'the database is away' })
})

test('a reader that stops ends the source, which is not read ahead', async (t) => {
  let [read, ended] = [0, false]
  const closed = new EventEmitter()
  async function* source() {
    try {
      for (;;) yield { name: `${read++}.bin`, base64: randomBytes(100_000).toString('base64') }
    } finally {
      ended = true
      closed.emit('end')
    }
  }
  const end = once(closed, 'end')
  for await (const chunk of zip(source())) if (chunk.length > 0) break
  await end
  t.true(ended)
  t.true(read < 10, `${read} files were read`)
})
