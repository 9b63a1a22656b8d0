import { requireFeature, type WorkspaceScope } from '../../accounts/index.js'
import { setPerformanceDisabled } from '../../bounties/index.js'
import { requireProgramId, setMoveRulesDisabled } from '../../partners/index.js'
import { updateCampaign } from '../campaigns/change-campaign.js'
import { workflowNotFound } from '../errors.js'
import { isoTime } from '../iso-time.js'
import { type WorkflowRow, workflowsOf } from './workflow-list.queries.js'
import type { GetWorkflows, WorkflowAction, WorkflowResponse } from './workflow.schema.js'

/** What the program does by itself when conditions come true for a partner: award bounties, send campaigns, move partners to groups. */
export const listWorkflows = async (scope: WorkspaceScope, query: GetWorkflows): Promise<WorkflowResponse[]> =>
  (await workflowsOf(scope, requireProgramId(scope), query)).map(present)

export const getWorkflow = async (scope: WorkspaceScope, id: string): Promise<WorkflowResponse> => present(await requireWorkflow(scope, id))

const setDisabled: Record<WorkflowAction, (scope: WorkspaceScope, targetId: string, disabled: boolean) => Promise<unknown>> = {
  moveGroup: setMoveRulesDisabled,
  awardBounty: setPerformanceDisabled,
  sendCampaign: (scope, id, disabled) => updateCampaign(scope, id, { status: disabled ? 'paused' : 'active' }),
}

const features = { moveGroup: 'groupMoveRules', awardBounty: null, sendCampaign: 'campaigns' } as const

/** Switches a workflow off or on, if the plan includes what it does. */
export async function updateWorkflow(scope: WorkspaceScope, id: string, { disabled }: { disabled: boolean }): Promise<WorkflowResponse> {
  const { action, targetId, disabledAt } = await requireWorkflow(scope, id)
  if (!disabled && features[action]) requireFeature(scope.workspace, features[action])
  if ((disabledAt !== null) !== disabled) await setDisabled[action](scope, targetId, disabled)
  return getWorkflow(scope, id)
}

async function requireWorkflow(scope: WorkspaceScope, id: string): Promise<WorkflowRow> {
  const [workflow] = await workflowsOf(scope, requireProgramId(scope), { id, pageSize: 1 })
  if (!workflow) throw workflowNotFound()
  return workflow
}

const targetNames = { moveGroup: 'groupId', awardBounty: 'bountyId', sendCampaign: 'campaignId' } as const

const present = ({ id, programId, triggerConditions, action, targetId, disabledAt }: WorkflowRow): WorkflowResponse => ({
  id,
  programId,
  triggerConditions,
  actions: [{ type: action, data: { [targetNames[action]]: targetId } }],
  disabledAt: isoTime(disabledAt),
})
