/** Imports one page of objects other than links. */
import type { WorkspaceScope } from '../accounts/index.js'
import type { ElementError } from '../background-operations/index.js'
import { inSavepoint } from '../kernel/db/in-savepoint.queries.js'
import { ServiceError } from '../kernel/errors.js'
import { parseElement, resultOrError } from '../links/index.js'
import { malformedObject, notImported } from './errors.js'
import { countKinds, type ImportKind } from './import-kinds.js'
import type { ImportedPage, PageOfImport } from './import-page.js'
import { importCountsOf } from './import.queries.js'
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
  const { kind, rows, first, importId, options } = input
  const importer = importers[kind] as Importer<{ id: string }>
  const errors: ElementError[] = []
  const { counts, add } = countKinds()
  const fail = (offset: number, of: ImportKind, id: unknown, { message, code }: ServiceError) => {
    errors.push({ index: first + offset, element: { entity: of, id: id ?? null }, error: message, code })
    add(of, code === 'conflict' ? 'existing' : 'refused')
  }
  const read: ReadObject[] = []
  for (const [offset, row] of rows.entries()) {
    const parsed = row ? parseElement(importer.schema, row) : malformedObject()
    if (parsed instanceof ServiceError) fail(offset, kind, row?.id, parsed)
    else read.push({ offset, row: parsed })
  }
  const planned = options.dryRun && kind === 'partner' ? ((await importCountsOf(scope, importId)).partner?.created ?? 0) : 0
  const plannedPartners = () => planned + (counts.partner?.created ?? 0)
  const objects = await storeObjects(scope, input, importer, read, { fail, count: add, plannedPartners })
  return { done: objects.length, errors, counts }
}

type Reports = Pick<ImportContext, 'count' | 'plannedPartners'> & {
  fail(offset: number, kind: ImportKind, id: unknown, error: ServiceError): void
}

/** Each object is stored or refused as a whole. Returns the stored ones. */
async function storeObjects(
  scope: WorkspaceScope,
  { kind, importId, source, options }: ObjectsOfPage,
  importer: Importer<{ id: string }>,
  read: readonly ReadObject[],
  { fail, ...reports }: Reports,
): Promise<ImportedObject[]> {
  const known = await referredObjects(
    scope,
    importId,
    read.flatMap(({ row }) => importer.references?.(row) ?? []),
  )
  const objects: ImportedObject[] = []
  for (const { offset, row } of read) {
    const context: ImportContext = {
      ...{ importId, source, options, ...reports },
      find: (of, id) => known.get(`${of} ${id ?? ''}`),
      require(of, id) {
        const found = known.get(`${of} ${id ?? ''}`)
        if (found === undefined) throw notImported(of, id)
        return found
      },
      refuse: (of, id, error) => fail(offset, of, id, error),
    }
    const stored = await resultOrError(() => inSavepoint(scope, () => storeObject(scope, importer, row, context)))
    if (stored instanceof ServiceError) fail(offset, kind, row.id, stored)
    else {
      reports.count(kind, stored.isNew ? 'created' : 'existing')
      objects.push({ sourceId: row.id, ...stored })
    }
  }
  await insertImportedObjects(scope, importId, kind, objects)
  const created = objects.flatMap(({ objectId, isNew }) => (isNew && objectId !== '' ? [objectId] : []))
  if (created.length > 0) await importer.finishPage?.(scope, created)
  return objects
}

/** Finds or creates the object. In a dry run it is only found, and what would be created has no id. */
async function storeObject(scope: WorkspaceScope, importer: Importer<{ id: string }>, row: { id: string }, context: ImportContext) {
  const existing = await importer.find(scope, row, context)
  const objectId = existing ?? (context.options.dryRun ? '' : await importer.create(scope, row, context))
  const stored = { objectId, isNew: existing === null }
  await importer.storeParts?.(scope, row, stored, context)
  return stored
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
