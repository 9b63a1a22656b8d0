import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { combineFilters, requireIdentifierFilter } from '../combine-filters.js'
import { all, type Filter } from '../filter/filter.js'
import { listEntities } from '../list-entities.js'
import { countMemories, listNewestMemories } from '../memory.queries.js'
import { presentMemory } from '../present-memory.js'
import type { ClientList, EntityPage, MemoryPage } from './client.schema.js'

/** Lists memories by page number, newest first, with the total count. */
export async function listMemoryPage(scope: WorkspaceScope, input: ClientList): Promise<z.infer<typeof MemoryPage>> {
  const filter = requireIdentifierFilter(all([combineFilters(input, input.filters), ...dateFilters(input)]))
  const visibility = { workspaceId: scope.workspace.id, filter, showExpired: input.show_expired, now: scope.now() }
  const [count, rows] = await Promise.all([
    countMemories(scope, visibility),
    listNewestMemories(scope, visibility, { skip: (input.page - 1) * input.page_size, limit: input.page_size }),
  ])
  const urlOf = (page: number) => `${scope.config.baseUrl}/v3/memories/?page=${page}&page_size=${input.page_size}`
  return {
    count,
    next: input.page * input.page_size < count ? urlOf(input.page + 1) : null,
    previous: input.page > 1 ? urlOf(input.page - 1) : null,
    results: rows.map(presentMemory),
  }
}

function dateFilters({ start_date, end_date }: ClientList): Filter[] {
  const bound = (operator: 'gte' | 'lte', value: string | null | undefined): Filter[] =>
    value ? [{ kind: 'is', field: 'created_at', operator, value }] : []
  return [...bound('gte', start_date), ...bound('lte', end_date)]
}

/** All users, agents and runs that have memories, on one page. */
export async function listEntityPage(scope: WorkspaceScope): Promise<z.infer<typeof EntityPage>> {
  const results = (await listEntities(scope)).map((entity) => ({ ...entity, name: entity.id }))
  return { count: results.length, next: null, previous: null, results }
}
