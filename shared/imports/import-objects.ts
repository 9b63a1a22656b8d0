/** Imports one page of objects other than links. */
import type { WorkspaceScope } from '../accounts/index.js'
import type { ElementError } from '../background-operations/index.js'
import { inSavepoint } from '../kernel/db/in-savepoint.queries.js'
import { ServiceError } from '../kernel/errors.js'
import { parseElement, resultOrError } from '../links/index.js'
import { malformedObject, notImported } from './errors.js'
import type { ImportKind } from './import-kinds.js'
import type { ImportedPage, PageOfImport } from './import-page.js'
import { importedObjectIds, type ImportedObject, insertImportedObjects } from './imported-objects.queries.js'
import type { ImportContext, Importer, SourceReference } from './importers/importer.js'
import { importers } from './importers/index.js'
import type { SourceObject } from './providers/index.js'

type ObjectKind = Exclude<ImportKind, 'link'>
type ObjectsOfPage = Omit<PageOfImport, 'page'> & { kind: ObjectKind; rows: (SourceObject | null)[] }

/** An object of the page that could be read. */
interface ReadObject {
  offset: number
  row: { id: string }
}

export async function importObjects(scope: WorkspaceScope, input: ObjectsOfPage): Promise<ImportedPage> {
  const { kind, rows, first, options } = input
  const importer = importers[kind] as Importer<{ id: string }>
  const errors: ElementError[] = []
  const fail = (offset: number, entity: string, id: unknown, { message, code }: ServiceError) =>
    errors.push({ index: first + offset, element: { entity, id: id ?? null }, error: message, code })
  const read: ReadObject[] = []
  for (const [offset, row] of rows.entries()) {
    const parsed = row ? parseElement(importer.schema, row) : malformedObject()
    if (parsed instanceof ServiceError) fail(offset, kind, row?.id, parsed)
    else read.push({ offset, row: parsed })
  }
  const failed = errors.length
  if (options.dryRun) return { done: rows.length - failed, errors }
  const refused = await storeObjects(scope, input, importer, read, fail)
  return { done: rows.length - failed - refused, errors }
}

/** Each object is stored or refused as a whole. Returns the number of refused ones. */
async function storeObjects(
  scope: WorkspaceScope,
  { kind, importId, source, options }: ObjectsOfPage,
  importer: Importer<{ id: string }>,
  read: readonly ReadObject[],
  fail: (offset: number, entity: string, id: unknown, error: ServiceError) => void,
): Promise<number> {
  const known = await referredObjects(
    scope,
    importId,
    read.flatMap(({ row }) => importer.references?.(row) ?? []),
  )
  const objects: ImportedObject[] = []
  for (const { offset, row } of read) {
    const context: ImportContext = {
      importId,
      source,
      options,
      find: (of, id) => known.get(`${of} ${id ?? ''}`),
      require(of, id) {
        const found = known.get(`${of} ${id ?? ''}`)
        if (found === undefined) throw notImported(of, id)
        return found
      },
      refuse: (entity, id, error) => fail(offset, entity, id, error),
    }
    const stored = await resultOrError(() => inSavepoint(scope, () => importer.store(scope, row, context)))
    if (stored instanceof ServiceError) fail(offset, kind, row.id, stored)
    else objects.push({ sourceId: row.id, ...stored })
  }
  await insertImportedObjects(scope, importId, kind, objects)
  return read.length - objects.length
}

/** The imported objects to which rows refer, by kind and id in the source. */
async function referredObjects(
  scope: WorkspaceScope,
  importId: string,
  references: readonly SourceReference[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const kind of new Set(references.map((reference) => reference.kind))) {
    const ids = references.flatMap((reference) => (reference.kind === kind && reference.id !== undefined ? [reference.id] : []))
    for (const [id, objectId] of await importedObjectIds(scope, importId, kind, ids)) found.set(`${kind} ${id}`, objectId)
  }
  return found
}
