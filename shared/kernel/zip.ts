import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'

/** Streaming zip archives: each file is compressed as soon as its content is available. */
export type ZipEntry = { name: string } & ({ text: string } | { base64: string })

/**
 * Yields the archive in chunks. Consecutive entries with the same name are one file. An archive or a file above 4 GB and an archive with
 * more than 65,535 files have the format ZIP64.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const { ZipFile } = await import('yazl') // loaded with the first archive, to keep the start fast
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  const reading = new AbortController()
  const openFile = (name: string) => {
    const file = new PassThrough()
    archive.addReadStream(file, name)
    return file
  }
  addFiles(entries, openFile, reading.signal).then(
    () => archive.end(),
    (error: Error) => output.destroy(error),
  )
  archive.on('error', (error: Error) => output.destroy(error))
  try {
    yield* output as AsyncIterable<Uint8Array>
  } finally {
    reading.abort()
  }
}

/** Writes each file as fast as the archive takes it, and waits until it has taken all of it. */
async function addFiles(entries: AsyncIterable<ZipEntry>, openFile: (name: string) => PassThrough, signal: AbortSignal): Promise<void> {
  let open = null as { name: string; file: PassThrough } | null
  const close = async () => {
    if (!open) return
    const taken = once(open.file, 'end', { signal })
    open.file.end()
    await taken
  }
  for await (const { name, ...content } of entries) {
    signal.throwIfAborted()
    if (open?.name !== name) {
      await close()
      open = { name, file: openFile(name) }
    }
    const bytes = 'text' in content ? Buffer.from(content.text) : Buffer.from(content.base64, 'base64')
    if (!open.file.write(bytes)) await once(open.file, 'drain', { signal })
  }
  await close()
}
