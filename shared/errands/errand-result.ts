import type { WorkspaceScope } from '../accounts/index.js'
import { zip, type ZipEntry } from '../kernel/zip.js'
import { errandSeenBy, resultPart } from './errand.queries.js'
import { errandNotFound, resultNotThere } from './errors.js'

export interface ErrandResult {
  contentType: string
  fileName: string
  body: AsyncIterable<string | Uint8Array>
}

/** The type of a result whose pieces are files; it is packed when it is fetched. */
export const archiveType = 'application/zip'

/** What a step adds to an archive. */
export const fileOfArchive = (entry: ZipEntry) => JSON.stringify(entry)

/** The file that an errand made, piece by piece. */
export async function errandResult(scope: WorkspaceScope, id: string): Promise<ErrandResult> {
  const errand = await errandSeenBy(scope, id)
  if (!errand) throw errandNotFound()
  if (errand.state !== 'completed' || errand.resultType === null || errand.resultName === null) throw resultNotThere()
  return {
    contentType: errand.resultType,
    fileName: errand.resultName,
    body: errand.resultType === archiveType ? zip(files(scope, id)) : parts(scope, id),
  }
}

async function* parts({ pool }: WorkspaceScope, id: string): AsyncGenerator<string> {
  for (let part = await resultPart(pool, id, -1); part; part = await resultPart(pool, id, part.part)) yield part.body
}

async function* files(scope: WorkspaceScope, id: string): AsyncGenerator<ZipEntry> {
  for await (const part of parts(scope, id)) yield JSON.parse(part) as ZipEntry
}
