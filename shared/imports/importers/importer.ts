import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import type { ServiceError } from '../../kernel/errors.js'
import type { ImportKind } from '../import-kinds.js'
import type { ImportOptions } from '../import-page.js'

export interface SourceReference {
  kind: ImportKind
  id: string | undefined
}

export interface ImportContext {
  importId: string
  /** Name of the source. */
  source: string
  options: ImportOptions
  /** Id of the object that the import created for this one of the source. */
  find(kind: ImportKind, id: string | undefined): string | undefined
  /** Like `find`; throws if there is none. */
  require(kind: ImportKind, id: string | undefined): string
  /** Reports a part of the object that could not be stored. */
  refuse(entity: string, id: unknown, error: ServiceError): void
}

/** How objects of one kind are validated and stored. */
export interface Importer<Row> {
  schema: z.ZodType<Row>
  /** The objects that the row refers to. */
  references?(row: Row): SourceReference[]
  /** Creates the object, or finds the one that it is. Throws a ServiceError to refuse it. */
  store(scope: WorkspaceScope, row: Row, context: ImportContext): Promise<{ objectId: string; isNew: boolean }>
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
