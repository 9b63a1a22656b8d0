import type { WorkspaceScope } from '../accounts/index.js'
import type { AdminScope } from '../kernel/scope.js'
import { malformedCursor, malformedFilter, onlyAdminListsAll } from './errors.js'
import { namesSomebody } from './filter/filter.js'
import { identifierNames } from './identifiers.js'
import type { GetMemories } from './memory-input.schema.js'
import { type MemoryRow, newestMemories, type Position } from './memory.queries.js'
import type { MemoryAnswer } from './memory.schema.js'
import { narrowed } from './narrowed.js'
import { presentMemory } from './present-memory.js'

/** The newest memories first. Without an identifier only the admin is answered, about all workspaces. */
export async function listMemories(
  scope: WorkspaceScope | AdminScope,
  given: GetMemories,
): Promise<{ results: MemoryAnswer[]; next_cursor: string | null }> {
  const isAdmin = !('workspace' in scope)
  const filter = narrowed(given, given.filters === undefined ? undefined : parseJson(given.filters))
  if (!isAdmin && !namesSomebody(filter, identifierNames)) throw onlyAdminListsAll()
  const visible = { workspaceId: isAdmin ? null : scope.workspace.id, filter, showExpired: given.show_expired, now: scope.now() }
  const rows = await newestMemories(scope, visible, {
    after: given.cursor === undefined ? null : readCursor(given.cursor),
    limit: given.top_k + 1,
  })
  const page = rows.slice(0, given.top_k)
  const last = rows.length > given.top_k ? page.at(-1) : undefined
  return {
    results: page.map((row) => (isAdmin ? { ...presentMemory(row), workspace_id: row.workspace_id } : presentMemory(row))),
    next_cursor: last ? cursorAfter(last) : null,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformedFilter('is not valid JSON.')
  }
}

const cursorAfter = ({ created_at, number }: MemoryRow) => Buffer.from(`${created_at.getTime()}.${number}`).toString('base64url')

function readCursor(text: string): Position {
  const [, time, number] = /^(-?\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  if (!time || !number) throw malformedCursor()
  return { createdAt: new Date(Number(time)), number: Number(number) }
}
