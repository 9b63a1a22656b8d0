import type { ZipDeflate as ZipFile } from 'fflate'

/** Streaming zip archives: each file is compressed as soon as its text is available. */
export interface ZipEntry {
  name: string
  text: string
}

/** Yields the archive in chunks. Consecutive entries with the same name are one file. */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const { strToU8, Zip, ZipDeflate } = await import('fflate') // loaded with the first archive, to keep the start fast
  const chunks: Uint8Array[] = []
  const archive = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const takeChunks = () => chunks.splice(0)
  let file = null as ZipFile | null
  for await (const { name, text } of entries) {
    if (file?.filename !== name) {
      file?.push(new Uint8Array(), true)
      file = new ZipDeflate(name)
      archive.add(file)
    }
    file.push(strToU8(text))
    yield* takeChunks()
  }
  file?.push(new Uint8Array(), true)
  archive.end()
  yield* takeChunks()
}
