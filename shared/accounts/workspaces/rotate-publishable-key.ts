import { newPublishableKey } from '../tokens/keys.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { Workspace } from '../workspace.entity.js'

/** Replaces the publishable key; the former one is invalid immediately. */
export async function rotatePublishableKey({ em, workspace, now }: WorkspaceScope): Promise<{ publishableKey: string }> {
  const publishableKey = newPublishableKey()
  await em.nativeUpdate(Workspace, workspace.id, { publishableKey, updatedAt: now() })
  return { publishableKey }
}
