import { newPublishableKey } from '../tokens/keys.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { Workspace } from '../workspace.entity.js'

/** Gives the workspace a new publishable key; the former one is dead at once. */
export async function rotatePublishableKey({ em, workspace, now }: WorkspaceScope): Promise<{ publishableKey: string }> {
  const publishableKey = newPublishableKey()
  await em.nativeUpdate(Workspace, workspace.id, { publishableKey, updatedAt: now() })
  return { publishableKey }
}
