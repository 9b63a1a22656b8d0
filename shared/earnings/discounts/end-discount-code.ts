import { Workspace } from '../../accounts/index.js'
import { extendScope, type JobScope } from '../../kernel/scope.js'
import { isActiveAtProvider } from './discount-code.queries.js'
import type { ExternalProvider, OpenDiscountGateway } from './discount-gateway.js'

/**
 * Ends a deleted, disabled or undone code at its provider. Does nothing if the workspace has no connection any more, or if the same code
 * was created again meanwhile.
 */
export async function endDiscountCode(
  scope: JobScope,
  { workspaceId, provider, code, linkId }: { workspaceId: string; provider: ExternalProvider; code: string; linkId?: string | undefined },
  openGateway: OpenDiscountGateway,
): Promise<void> {
  const workspace = await scope.em.findOne(Workspace, workspaceId)
  if (!workspace) return
  const inWorkspace = extendScope(scope, { workspace })
  if (await isActiveAtProvider(inWorkspace, provider, code)) return
  const gateway = await openGateway(inWorkspace, provider)
  await gateway?.endCode(code, linkId)
}
