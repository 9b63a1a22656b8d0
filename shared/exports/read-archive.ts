/** Reads an archive as a stream: one file after the other, in the order in which they were written. */
import { openFileStore } from '../kernel/open-file-store.js'
import type { Scope } from '../kernel/scope.js'
import { archiveInvalid } from './errors.js'
import { filesFolder, type Manifest, manifestFile, manifestSchema } from './manifest.js'

interface Piece {
  name: string
  bytes: Uint8Array
}

const maxManifestBytes = 1024 * 1024
const maxFileBytes = 8 * 1024 * 1024

/** The bytes of the files for which `reads` returns true. */
export async function* archivePieces(
  scope: Pick<Scope, 'config'>,
  archive: string,
  reads: (name: string) => boolean,
): AsyncGenerator<Piece> {
  const { Unzip, UnzipInflate } = await import('fflate')
  const body = await openFileStore(scope.config).openRead(archive)
  if (!body) throw archiveInvalid()
  const pieces: Piece[] = []
  const unzip = new Unzip((file) => {
    if (!reads(file.name)) return
    file.ondata = (error, bytes) => {
      if (error) throw error
      pieces.push({ name: file.name, bytes })
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      pushInto(() => unzip.push(chunk))
      yield* pieces.splice(0)
    }
  } finally {
    body.destroy()
  }
}

function pushInto(push: () => void): void {
  try {
    push()
  } catch {
    throw archiveInvalid()
  }
}

/** Files that rows of the archive name. Each must be small enough to be kept in memory. */
export async function* archivedFiles(scope: Pick<Scope, 'config'>, archive: string): AsyncGenerator<{ name: string; body: Buffer }> {
  let file = null as { name: string; parts: Uint8Array[] } | null
  const finished = ({ name, parts }: { name: string; parts: Uint8Array[] }) => ({
    name: name.slice(filesFolder.length),
    body: Buffer.concat(parts),
  })
  for await (const { name, bytes } of archivePieces(scope, archive, (one) => one.startsWith(filesFolder))) {
    if (file && file.name !== name) yield finished(file)
    if (file?.name !== name) file = { name, parts: [] }
    file.parts.push(bytes)
    if (file.parts.reduce((sum, { length }) => sum + length, 0) > maxFileBytes) throw archiveInvalid()
  }
  if (file) yield finished(file)
}

export async function readManifest(scope: Pick<Scope, 'config'>, archive: string): Promise<Manifest> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const { bytes } of archivePieces(scope, archive, (name) => name === manifestFile)) {
    parts.push(bytes)
    size += bytes.length
    if (size > maxManifestBytes) throw archiveInvalid()
  }
  const parsed = manifestSchema.safeParse(jsonOf(Buffer.concat(parts).toString()))
  if (!parsed.success) throw archiveInvalid()
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
