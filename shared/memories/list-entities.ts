import type { WorkspaceScope } from '../accounts/index.js'
import { all } from './filter/filter.js'
import type { IdentifierName } from './identifiers.js'
import { listEntityRows } from './memory.queries.js'
import type { EntityResponse } from './memory.schema.js'

export const identifierByEntityType: ReadonlyMap<string, IdentifierName> = new Map([
  ['agent', 'agent_id'],
  ['run', 'run_id'],
  ['user', 'user_id'],
])

/** The users, agents and runs that have memories, by type and then by id, at most 10,000 of each type. Expired memories do not count. */
export async function listEntities(scope: WorkspaceScope): Promise<EntityResponse[]> {
  const visibility = { workspaceId: scope.workspace.id, filter: all([]), showExpired: false, now: scope.now() }
  const lists = await Promise.all(
    [...identifierByEntityType].map(async ([type, name]) => {
      const rows = await listEntityRows(scope, name, visibility)
      return rows.map(({ id, total, created_at, updated_at }) => ({
        id,
        type: type as EntityResponse['type'],
        total_memories: total,
        created_at: created_at.toISOString(),
        updated_at: updated_at.toISOString(),
      }))
    }),
  )
  return lists.flat()
}
