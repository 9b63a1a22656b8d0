import type { ZipDeflate as ZipFile } from 'fflate'

/** Streaming zip archives: each file is compressed as soon as its content is available. */
export type ZipEntry = { name: string } & ({ text: string } | { base64: string })

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
  for await (const { name, ...content } of entries) {
    if (file?.filename !== name) {
      file?.push(new Uint8Array(), true)
      file = new ZipDeflate(name)
      archive.add(file)
    }
    file.push('text' in content ? strToU8(content.text) : Buffer.from(content.base64, 'base64'))
    yield* takeChunks()
  }
  file?.push(new Uint8Array(), true)
  archive.end()
  yield* takeChunks()
}
