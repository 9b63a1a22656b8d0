/** Zip archives, written as they are sent: each file is packed when its text is there, and nothing is read back. */
export interface ZipEntry {
  name: string
  text: string
}

/** The archive of these files, part by part. */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const { strToU8, Zip, ZipDeflate } = await import('fflate') // with the first archive: no start waits for it
  const parts: Uint8Array[] = []
  const archive = new Zip((error, part) => {
    if (error) throw error
    parts.push(part)
  })
  const packed = () => parts.splice(0)
  for await (const { name, text } of entries) {
    const file = new ZipDeflate(name)
    archive.add(file)
    file.push(strToU8(text), true)
    yield* packed()
  }
  archive.end()
  yield* packed()
}
