/** The subject of a memory: a customer, a link or a partner. */
import { isDeepStrictEqual } from 'node:util'
import type { WorkspaceScope } from '../accounts/index.js'
import { subjectNotFound } from './errors.js'
import type { Metadata } from './metadata.js'
import { findExistingSubjects } from './subject.queries.js'

type Field = 'customer_id' | 'link_id' | 'partner_id'
type Subjects = Record<Field, string | null>
type SubjectFields = { [field in Field]?: string | null | undefined }

/** Reads the subjects from their fields, or from the metadata for clients that do not have these fields. */
export function subjectsOf(fields: SubjectFields, metadata: Metadata): Subjects {
  const read = (field: Field, key: string) => fields[field] ?? shortText(metadata[field]) ?? shortText(metadata[key]) ?? null
  return {
    customer_id: read('customer_id', 'customerId'),
    link_id: read('link_id', 'linkId'),
    partner_id: read('partner_id', 'partnerId'),
  }
}

/**
 * The subjects of a memory after a change of its metadata. An id that the change sets replaces the former one; one that it removes is
 * removed if it came from the metadata.
 */
export async function changedSubjects(
  scope: WorkspaceScope,
  before: Subjects & { metadata: Metadata },
  metadata: Metadata,
): Promise<Subjects> {
  const [former, current] = [subjectsOf({}, before.metadata), subjectsOf({}, metadata)]
  if (isDeepStrictEqual(former, current)) return subjectsOf(before, {})
  const [known = current] = await bindSubjects(scope, [{ row: current, fields: {} }])
  const after = (field: Field) =>
    current[field] === former[field] ? before[field] : (known[field] ?? (before[field] === former[field] ? null : before[field]))
  return { customer_id: after('customer_id'), link_id: after('link_id'), partner_id: after('partner_id') }
}

const shortText = (value: unknown) => (typeof value === 'string' && value.length <= 255 ? value : undefined)

/** Checks that customers and links exist in the workspace. An unknown id in a field throws; an unknown id in the metadata is ignored. */
export async function bindSubjects<Row extends Subjects>(
  scope: WorkspaceScope,
  memories: readonly { row: Row; fields: SubjectFields }[],
): Promise<Row[]> {
  const ids = new Set(memories.flatMap(({ row }) => [row.customer_id, row.link_id]).filter((id) => id !== null))
  if (ids.size === 0) return memories.map(({ row }) => row)
  const { customers, links } = await findExistingSubjects(scope, scope.workspace.id, [...ids])
  return memories.map(({ row, fields }) => ({
    ...row,
    customer_id: existingId('customer', customers, row.customer_id, fields.customer_id),
    link_id: existingId('link', links, row.link_id, fields.link_id),
  }))
}

function existingId(what: string, existing: ReadonlySet<string>, id: string | null, fieldValue: string | null | undefined): string | null {
  if (id === null || existing.has(id)) return id
  if (id === fieldValue) throw subjectNotFound(what, id)
  return null
}
