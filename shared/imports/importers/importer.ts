import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { inSavepoint } from '../../kernel/db/in-savepoint.queries.js'
import { isRefusal } from '../../kernel/db/is-refusal.js'
import type { ServiceError } from '../../kernel/errors.js'
import { truncateText } from '../../kernel/truncate-text.js'
import { resultOrError } from '../../links/index.js'
import type { ImportKind, KindCounts } from '../import-kinds.js'
import type { ImportOptions } from '../import-page.js'
import { instantOf } from '../source-values.js'

export interface SourceReference {
  kind: ImportKind
  id: string | undefined
}

export interface StoredObject {
  /** Empty in a dry run if the object would be created. */
  objectId: string
  isNew: boolean
}

export interface ImportContext {
  importId: string
  /** Name of the source. */
  source: string
  options: ImportOptions
  /** Id of the object that this one of the source is here. Empty in a dry run if it would be created. */
  find(kind: ImportKind, id: string | undefined): string | undefined
  /** Like `find`; throws if there is none. */
  require(kind: ImportKind, id: string | undefined): string
  /** What was created before this object, in a dry run since the beginning of the import, else on this page. */
  planned: { groups: number; partners: number; links: number }
  /** Counts a part of the object. */
  count(kind: ImportKind, outcome: keyof KindCounts): void
  /** Reports a part of the object that could not be stored, and counts it. */
  refuse(kind: ImportKind, id: unknown, error: ServiceError): void
}

export interface RowToStore<Row> {
  row: Row
  context: ImportContext
}

export type Outcome = StoredObject | ServiceError

/** How objects of one kind are validated and stored. */
export interface Importer<Row> {
  schema: z.ZodType<Row>
  /** The objects that the row refers to. */
  references?(row: Row): SourceReference[]
  /** Stores the rows of a page, at least one; in a dry run it only finds out what would be stored. Returns the outcome of each row. */
  store(scope: WorkspaceScope, rows: readonly RowToStore<Row>[]): Promise<Outcome[]>
  /** Runs after the objects of a page, with the ids of those that were created. */
  finishPage?(scope: WorkspaceScope, objectIds: readonly string[]): Promise<void>
}

interface OneByOne<Row> {
  /** Id of the object that the row is here already; null if there is none. Throws a ServiceError to refuse the row. Stores nothing. */
  find(scope: WorkspaceScope, row: Row, context: ImportContext): Promise<string | null>
  /** Creates the object and returns its id. */
  create(scope: WorkspaceScope, row: Row, context: ImportContext): Promise<string>
}

/** Each object is stored or refused as a whole. */
export function oneByOne<Row>({ find, create }: OneByOne<Row>): Importer<Row>['store'] {
  const storeOne = async (scope: WorkspaceScope, { row, context }: RowToStore<Row>): Promise<StoredObject> => {
    const existing = await find(scope, row, context)
    const objectId = existing ?? (context.options.dryRun ? '' : await create(scope, row, context))
    return { objectId, isNew: existing === null }
  }
  return async (scope, rows) => {
    const outcomes: Outcome[] = []
    for (const row of rows) outcomes.push(await resultOrError(() => inSavepoint(scope, () => storeOne(scope, row))))
    return outcomes
  }
}

/**
 * Stores most rows of a page with few statements. `storeMost` returns null for those that are unusual, which `storeOthers` stores. If the
 * rows break a constraint together, `storeOthers` stores all, so that a row is only refused because of itself.
 */
export function together<Row>(
  storeMost: (scope: WorkspaceScope, rows: readonly RowToStore<Row>[]) => Promise<(Outcome | null)[]>,
  storeOthers: Importer<Row>['store'],
): Importer<Row>['store'] {
  return async (scope, rows) => {
    const most = await inSavepoint(scope, () => storeMost(scope, rows)).catch((error: unknown) => {
      if (isRefusal(error)) return rows.map(() => null)
      throw error
    })
    const others = await storeOthers(
      scope,
      rows.filter((_, index) => most[index] === null),
    )
    return most.map((outcome) => outcome ?? (others.shift() as Outcome))
  }
}

export const importer = <Row>(definition: Importer<Row>) => definition

/** An id of the source, as text. */
export const sourceId = z.union([z.string().min(1).max(255), z.number().transform(String)])
export const optionalId = sourceId.nullish().transform((id) => id ?? undefined)
export const instant = z.unknown().transform((value, context): Date => {
  const at = instantOf(value, new Date())
  if (!at) context.addIssue({ code: 'custom', message: 'Must be a time since 2000 that is not in the future.' })
  return at ?? z.NEVER
})
/** Text that may be absent, empty or null. */
export const text = (max: number) =>
  z
    .string()
    .nullish()
    .transform((value) => truncateText(value?.trim() ?? '', max) || undefined)
