import type { WorkspaceScope } from '../accounts/index.js'
import type { MemoryResponse } from './memory.schema.js'
import { presentMemory } from './present-memory.js'
import { requireMemory } from './require-memory.js'

export async function getMemory(
  scope: WorkspaceScope,
  id: string,
  { show_expired: showExpired }: { show_expired: boolean },
): Promise<MemoryResponse> {
  return presentMemory(await requireMemory(scope, id, { showExpired }))
}
