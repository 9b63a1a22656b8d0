import { WorkspaceParams } from '../../shared/accounts/index.js'
import { RecomputeAttribution, recomputeAttribution } from '../../shared/tracking/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'
import { fileOrJob } from '../http/reply.js'

export const attribution = [
  endpoint({
    id: 'recomputeAttribution',
    method: 'POST',
    path: '/workspaces/{idOrSlug}/attribution/recompute',
    hidden: true,
    transaction: 'own',
    access: workspace('workspaces.write'),
    rate: 'api',
    params: WorkspaceParams,
    body: RecomputeAttribution,
    run: async ({ scope, body }) => fileOrJob(await recomputeAttribution(scope, body)),
  }),
]
