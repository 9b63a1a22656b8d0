import type { WorkspaceScope } from '../accounts/index.js'
import { isNestedDeeper } from '../kernel/nesting-depth.js'
import type { AdminScope } from '../kernel/scope.js'
import { unstorableInJson } from '../kernel/storable-text.js'
import { combineFilters } from './combine-filters.js'
import { invalidCursor, invalidFilter, unfilteredListForbidden } from './errors.js'
import { isStorable } from './expiry.js'
import { requiresIdentifier } from './filter/filter.js'
import { fittingItems, sizeOfMemory } from './fitting-items.js'
import { identifierNames } from './identifiers.js'
import type { GetMemories } from './memory-input.schema.js'
import { type MemoryRow, listNewestMemories, type MemoryCursor } from './memory.queries.js'
import type { MemoryResponse } from './memory.schema.js'
import { presentMemory } from './present-memory.js'

/**
 * Lists memories, newest first; a page of very long memories ends early. A list without an identifier requires the admin scope, and covers
 * all workspaces.
 */
export async function listMemories(
  scope: WorkspaceScope | AdminScope,
  query: GetMemories,
): Promise<{ results: MemoryResponse[]; next_cursor: string | null }> {
  const isAdmin = !('workspace' in scope)
  const filter = combineFilters(query, query.filters === undefined ? undefined : parseJson(query.filters))
  if (!isAdmin && !requiresIdentifier(filter, identifierNames)) throw unfilteredListForbidden()
  const visibility = { workspaceId: isAdmin ? null : scope.workspace.id, filter, showExpired: query.show_expired, now: scope.now() }
  const rows = await listNewestMemories(scope, visibility, {
    after: query.cursor === undefined ? null : readCursor(query.cursor),
    limit: query.top_k + 1,
  })
  const page = fittingItems(rows.slice(0, query.top_k), sizeOfMemory)
  const last = rows.length > page.length ? page.at(-1) : undefined
  return {
    results: page.map((row) => (isAdmin ? { ...presentMemory(row), workspace_id: row.workspace_id } : presentMemory(row))),
    next_cursor: last ? cursorAfter(last) : null,
  }
}

function parseJson(text: string): unknown {
  if (isNestedDeeper(text)) throw invalidFilter('is nested too deeply.')
  const value = parsed(text)
  const unstorable = unstorableInJson(text)
  if (unstorable) throw invalidFilter(`contains ${unstorable}.`)
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidFilter('is not valid JSON.')
  }
}

const cursorAfter = ({ created_at, number }: MemoryRow) => Buffer.from(`${created_at.getTime()}.${number}`).toString('base64url')

function readCursor(text: string): MemoryCursor {
  const [, time, number] = /^(-?\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  const createdAt = new Date(Number(time))
  if (!number || !isStorable(createdAt)) throw invalidCursor()
  return { createdAt, number: Number(number) }
}
