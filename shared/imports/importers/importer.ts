import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import type { ServiceError } from '../../kernel/errors.js'
import type { ImportKind, KindCounts } from '../import-kinds.js'
import type { ImportOptions } from '../import-page.js'

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
  /** How many partners the dry run would have created before this one. */
  plannedPartners(): number
  /** Counts a part of the object. */
  count(kind: ImportKind, outcome: keyof KindCounts): void
  /** Reports a part of the object that could not be stored, and counts it. */
  refuse(kind: ImportKind, id: unknown, error: ServiceError): void
}

/** How objects of one kind are validated and stored. */
export interface Importer<Row> {
  schema: z.ZodType<Row>
  /** The objects that the row refers to. */
  references?(row: Row): SourceReference[]
  /** Id of the object that the row is here already; null if there is none. Throws a ServiceError to refuse the row. Stores nothing. */
  find(scope: WorkspaceScope, row: Row, context: ImportContext): Promise<string | null>
  /** Creates the object and returns its id. */
  create(scope: WorkspaceScope, row: Row, context: ImportContext): Promise<string>
  /** Runs after the objects of a page, with the ids of those that were created. */
  finishPage?(scope: WorkspaceScope, objectIds: readonly string[]): Promise<void>
  /** Stores what belongs to the object, or only counts it in a dry run. */
  storeParts?(scope: WorkspaceScope, row: Row, object: StoredObject, context: ImportContext): Promise<void>
}

export const importer = <Row>(definition: Importer<Row>) => definition

/** An id of the source, as text. */
export const sourceId = z.union([z.string().min(1).max(255), z.number().transform(String)])
export const optionalId = sourceId.nullish().transform((id) => id ?? undefined)
export const instant = z.coerce.date()
/** Text that may be absent, empty or null. */
export const text = (max: number) =>
  z
    .string()
    .nullish()
    .transform((value) => value?.trim().slice(0, max) || undefined)
