import type { WorkspaceScope } from '../accounts/index.js'
import { all } from './filter/filter.js'
import type { IdentifierName } from './identifiers.js'
import { entitiesNamedBy } from './memory.queries.js'
import type { EntityAnswer } from './memory.schema.js'

export const entityNames: ReadonlyMap<string, IdentifierName> = new Map([
  ['agent', 'agent_id'],
  ['run', 'run_id'],
  ['user', 'user_id'],
])

/** Whom the workspace remembers something about: by type, then by name. Expired memories do not count. */
export async function listEntities(scope: WorkspaceScope): Promise<EntityAnswer[]> {
  const visible = { workspaceId: scope.workspace.id, filter: all([]), showExpired: false, now: scope.now() }
  const lists = await Promise.all(
    [...entityNames].map(async ([type, name]) => {
      const rows = await entitiesNamedBy(scope, name, visible)
      return rows.map(({ id, total, created_at, updated_at }) => ({
        id,
        type: type as EntityAnswer['type'],
        total_memories: total,
        created_at: created_at.toISOString(),
        updated_at: updated_at.toISOString(),
      }))
    }),
  )
  return lists.flat()
}
