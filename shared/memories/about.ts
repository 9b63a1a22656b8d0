/** What a memory is about: a customer, a link or a partner. */
import type { WorkspaceScope } from '../accounts/index.js'
import { knownSubjects } from './about.queries.js'
import { subjectNotFound } from './errors.js'
import type { Metadata } from './metadata.js'
import type { NewMemory } from './new-memory.queries.js'

type Field = 'customer_id' | 'link_id' | 'partner_id'
type Said = { [field in Field]?: string | null | undefined }

/** Clients that know no such fields say it in the metadata. */
export function subjectOf(given: Said, metadata: Metadata): Record<Field, string | null> {
  const named = (field: Field, key: string) => given[field] ?? text(metadata[field]) ?? text(metadata[key]) ?? null
  return {
    customer_id: named('customer_id', 'customerId'),
    link_id: named('link_id', 'linkId'),
    partner_id: named('partner_id', 'partnerId'),
  }
}

const text = (value: unknown) => (typeof value === 'string' && value.length <= 255 ? value : undefined)

/**
 * Binds memories to customers and links of the workspace. One that is named and not there is refused; metadata may say what it likes, and
 * binds only to what is there.
 */
export async function bindSubjects(scope: WorkspaceScope, memories: readonly { row: NewMemory; said: Said }[]): Promise<NewMemory[]> {
  const ids = new Set(memories.flatMap(({ row }) => [row.customer_id, row.link_id]).filter((id) => id !== null))
  if (ids.size === 0) return memories.map(({ row }) => row)
  const { customers, links } = await knownSubjects(scope, scope.workspace.id, [...ids])
  return memories.map(({ row, said }) => ({
    ...row,
    customer_id: bound('customer', customers, row.customer_id, said.customer_id),
    link_id: bound('link', links, row.link_id, said.link_id),
  }))
}

function bound(what: string, known: ReadonlySet<string>, id: string | null, said: string | null | undefined): string | null {
  if (id === null || known.has(id)) return id
  if (id === said) throw subjectNotFound(what, id)
  return null
}
