/** Imports one page of objects other than links. */
import type { WorkspaceScope } from '../accounts/index.js'
import type { ElementError } from '../background-operations/index.js'
import { ServiceError } from '../kernel/errors.js'
import { parseElement } from '../links/index.js'
import { malformedObject, notImported } from './errors.js'
import { countKinds, type ImportKind } from './import-kinds.js'
import type { ImportedPage, PageOfImport } from './import-page.js'
import { importCountsOf } from './import.queries.js'
import { importedObjectIds, type ImportedObject, insertImportedObjects } from './imported-objects.queries.js'
import type { ImportContext, Importer, Outcome, SourceReference } from './importers/importer.js'
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
  const planned = options.dryRun ? await plannedObjects(scope, importId) : { groups: 0, partners: 0, links: 0 }
  const objects = await storeObjects(scope, input, importer, read, { fail, count: add, planned })
  return { done: objects.length, errors: withDistinctIndexes(errors, first + rows.length), counts }
}

/** Of several errors of a row, all but the first get indexes after the page, which the next page does not use. */
function withDistinctIndexes(errors: readonly ElementError[], next: number): ElementError[] {
  const used = new Set<number>()
  let free = next
  return errors.map((error) => {
    const index = used.has(error.index) ? free++ : error.index
    used.add(index)
    return { ...error, index }
  })
}

/** What the dry run would have created so far. */
export async function plannedObjects(scope: WorkspaceScope, importId: string): Promise<ImportContext['planned']> {
  const { group, partner, link, partnerLink } = await importCountsOf(scope, importId)
  return { groups: group?.created ?? 0, partners: partner?.created ?? 0, links: (link?.created ?? 0) + (partnerLink?.created ?? 0) }
}

type Reports = Pick<ImportContext, 'count' | 'planned'> & {
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
  if (read.length === 0) return []
  const known = await referredObjects(
    scope,
    importId,
    read.flatMap(({ row }) => importer.references?.(row) ?? []),
  )
  const find = (of: ImportKind, id: string | undefined) => known.get(`${of} ${id ?? ''}`)
  const contextOf = (offset: number): ImportContext => ({
    ...{ importId, source, options, find, ...reports },
    require(of, id) {
      const found = find(of, id)
      if (found === undefined) throw notImported(of, id)
      return found
    },
    refuse: (of, id, error) => fail(offset, of, id, error),
  })
  const outcomes = await importer.store(
    scope,
    read.map(({ row, offset }) => ({ row, context: contextOf(offset) })),
  )
  const objects = read.flatMap(({ offset, row }, index): ImportedObject[] => {
    const outcome = outcomes[index] as Outcome
    if (outcome instanceof ServiceError) {
      fail(offset, kind, row.id, outcome)
      return []
    }
    reports.count(kind, outcome.isNew ? 'created' : 'existing')
    return [{ sourceId: row.id, ...outcome }]
  })
  await insertImportedObjects(scope, importId, kind, objects)
  const created = objects.flatMap(({ objectId, isNew }) => (isNew && objectId !== '' ? [objectId] : []))
  if (created.length > 0) await importer.finishPage?.(scope, created)
  return objects
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
