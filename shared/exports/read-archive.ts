/** Reads the files of an archive, one after the other. */
import { openFileStore } from '../kernel/open-file-store.js'
import type { Scope } from '../kernel/scope.js'
import { unzip } from '../kernel/unzip.js'
import { archiveInvalid } from './errors.js'
import { filesFolder, type Manifest, manifestFile, manifestSchema } from './manifest.js'

interface Piece {
  name: string
  bytes: Uint8Array
}

const maxManifestBytes = 1024 * 1024
const maxFileBytes = 8 * 1024 * 1024

/** The bytes of the files for which `reads` returns true, in the order in which they were written. */
export async function* archivePieces(
  scope: Pick<Scope, 'config'>,
  archive: string,
  reads: (name: string) => boolean,
): AsyncGenerator<Piece> {
  const files = openFileStore(scope.config)
  const size = await files.size(archive)
  if (size === null) throw archiveInvalid()
  for await (const file of unzip(size, (range) => files.openRead(archive, range), archiveInvalid))
    if (reads(file.name)) for await (const bytes of file.content()) yield { name: file.name, bytes }
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
