import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { all, type Filter } from '../filter/filter.js'
import { listEntities } from '../list-entities.js'
import { countMemories, newestMemories } from '../memory.queries.js'
import { narrowed, requireSomebody } from '../narrowed.js'
import { presentMemory } from '../present-memory.js'
import type { ClientList, EntityPage, MemoryPage } from './client.schema.js'

/** The list by numbered pages, newest first, with the count of all. */
export async function listMemoryPage(scope: WorkspaceScope, given: ClientList): Promise<z.infer<typeof MemoryPage>> {
  const filter = requireSomebody(all([narrowed(given, given.filters), ...span(given)]))
  const visible = { workspaceId: scope.workspace.id, filter, showExpired: given.show_expired, now: scope.now() }
  const [count, rows] = await Promise.all([
    countMemories(scope, visible),
    newestMemories(scope, visible, { skip: (given.page - 1) * given.page_size, limit: given.page_size }),
  ])
  const at = (page: number) => `${scope.config.baseUrl}/v3/memories/?page=${page}&page_size=${given.page_size}`
  return {
    count,
    next: given.page * given.page_size < count ? at(given.page + 1) : null,
    previous: given.page > 1 ? at(given.page - 1) : null,
    results: rows.map(presentMemory),
  }
}

function span({ start_date, end_date }: ClientList): Filter[] {
  const bound = (operator: 'gte' | 'lte', value: string | null | undefined): Filter[] =>
    value ? [{ kind: 'is', field: 'created_at', operator, value }] : []
  return [...bound('gte', start_date), ...bound('lte', end_date)]
}

/** Whom the workspace remembers something about, all on one page. */
export async function listEntityPage(scope: WorkspaceScope): Promise<z.infer<typeof EntityPage>> {
  const results = (await listEntities(scope)).map((one) => ({ ...one, name: one.id }))
  return { count: results.length, next: null, previous: null, results }
}
