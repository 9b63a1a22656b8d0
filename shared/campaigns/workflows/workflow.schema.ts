/** Schemas of workflows. */
import { z } from 'zod'
import { idText, pageFields } from '../../kernel/input-fields.js'

export const workflowActions = ['awardBounty', 'sendCampaign', 'moveGroup'] as const
export type WorkflowAction = (typeof workflowActions)[number]

export const getWorkflowsQuerySchema = z.object({ action: z.enum(workflowActions).optional(), ...pageFields(100) })
export type GetWorkflows = z.infer<typeof getWorkflowsQuerySchema>
export const WorkflowParams = z.object({ workflowId: idText().meta({ description: 'Id of the workflow.' }) })
export const updateWorkflowBodySchema = z.object({
  disabled: z.boolean().meta({ description: 'For a campaign, true pauses it and false activates it.' }),
})
export const WorkflowSchema = z.object({
  id: z.string(),
  programId: z.string(),
  triggerConditions: z.record(z.string(), z.unknown()).array().describe('All of them must hold. An empty list never matches.'),
  actions: z
    .array(
      z.object({
        type: z.enum(workflowActions),
        data: z.object({ bountyId: z.string().optional(), campaignId: z.string().optional(), groupId: z.string().optional() }),
      }),
    )
    .length(1),
  disabledAt: z.string().nullable(),
})
export type WorkflowResponse = z.infer<typeof WorkflowSchema>
