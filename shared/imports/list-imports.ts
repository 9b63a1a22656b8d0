import type { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import { csvLine } from '../kernel/csv.js'
import type { Scope } from '../kernel/scope.js'
import { hiddenFolderIds } from '../links/index.js'
import { importNotFound, partnersNotReadable } from './errors.js'
import { findImportRow, importErrorsAfter, type ImportRow, listImportRows } from './import.queries.js'
import type { ImportedLinkSchema, ImportSchema, listImportsQuerySchema } from './import.schema.js'
import { listImportedLinkRows } from './imported-links.queries.js'
import { providerOf } from './providers/index.js'

type Page = z.infer<typeof listImportsQuerySchema>
const errorsPerRead = 1000

export async function requireImport(scope: WorkspaceScope, id: string): Promise<ImportRow> {
  const row = await findImportRow(scope, id)
  if (!row) throw importNotFound()
  return row
}

export const findImport = async (scope: WorkspaceScope, id: string) => present(await requireImport(scope, id))

/** Newest first. */
export const listImports = async (scope: WorkspaceScope, { page = 1, pageSize }: Page) =>
  (await listImportRows(scope, (page - 1) * pageSize, pageSize)).map(present)

const present = ({
  id,
  provider,
  dryRun,
  operationId,
  links,
  objects,
  counts,
  openingClicks,
  ...row
}: ImportRow): z.infer<typeof ImportSchema> => ({
  id,
  provider,
  dryRun,
  jobId: operationId,
  links,
  objects,
  counts,
  openingClicks,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  undoneAt: row.undoneAt?.toISOString() ?? null,
})

/** Those that the caller may read, oldest first. */
export async function listImportedLinks(
  scope: WorkspaceScope,
  importId: string,
  { page = 1, pageSize }: Page,
): Promise<z.infer<typeof ImportedLinkSchema>[]> {
  await requireImport(scope, importId)
  const hiddenFolders = await hiddenFolderIds(scope)
  const rows = await listImportedLinkRows(scope, importId, { hiddenFolders, skip: (page - 1) * pageSize, size: pageSize })
  return rows.map((row) => ({ ...row, sourceCreatedAt: row.sourceCreatedAt?.toISOString() ?? null }))
}

/** Whether it imports a program or its partners. Only files of partners have rows that are partners. */
export const isOfProgram = ({ provider, counts }: ImportRow): boolean =>
  provider === 'csv' ? counts.partner !== undefined : providerOf(provider).needsProgram === true

/**
 * CSV with the rows that were not imported and why. Available as long as the job of the import. Only who may read partners gets that of a
 * program, which names them.
 */
export async function importErrorFile(scope: WorkspaceScope, importId: string) {
  const row = await requireImport(scope, importId)
  if (isOfProgram(row) && !scope.actor.permissions.has('groups.read')) throw partnersNotReadable()
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: `import_error_logs_${importId}.csv`,
    body: errorLines(scope, row.operationId ?? ''),
  }
}

async function* errorLines(scope: Scope, operationId: string) {
  yield csvLine(['row', 'entity', 'entityId', 'code', 'message'])
  for (let after = -1; ;) {
    const errors = await importErrorsAfter(scope, operationId, after, errorsPerRead)
    const last = errors.at(-1)
    if (!last) return
    yield errors.map(({ index, entity, entityId, code, message }) => csvLine([index + 1, entity, entityId, code, message])).join('')
    after = last.index
  }
}
