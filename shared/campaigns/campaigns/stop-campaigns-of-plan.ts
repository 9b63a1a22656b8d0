import { planHas, Workspace } from '../../accounts/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { stopCampaigns } from './campaign.queries.js'

/** Pauses or cancels the campaigns of a workspace whose plan no longer has any. */
export async function stopCampaignsOfPlan(scope: JobScope, { workspaceId }: { workspaceId: string }): Promise<void> {
  const workspace = await scope.em.findOne(Workspace, workspaceId)
  if (workspace && !planHas(workspace.plan, 'campaigns')) await stopCampaigns(scope, workspaceId, scope.now())
}
