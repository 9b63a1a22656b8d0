/** Workflows: what a program does by itself when conditions come true for a partner. */
import { plansWith } from '../../shared/accounts/index.js'
import {
  getWorkflow,
  getWorkflowsQuerySchema,
  listWorkflows,
  updateWorkflow,
  updateWorkflowBodySchema,
  WorkflowParams,
  WorkflowSchema,
} from '../../shared/campaigns/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const plans = plansWith('programs')
const read = { access: workspace('groups.read'), rate: 'api', plans, hidden: true } as const

export const workflows = [
  endpoint({
    ...read,
    id: 'listWorkflows',
    method: 'GET',
    path: '/workflows',
    summary: 'List workflows that award bounties, send campaigns or move partners to groups',
    description: 'They are created with the bounty, the campaign or the rules of the group.',
    query: getWorkflowsQuerySchema,
    output: WorkflowSchema.array(),
    run: ({ scope, query }) => listWorkflows(scope, query),
  }),
  endpoint({
    ...read,
    id: 'getWorkflow',
    method: 'GET',
    path: '/workflows/{workflowId}',
    summary: 'Get a workflow',
    params: WorkflowParams,
    output: WorkflowSchema,
    run: ({ scope, params }) => getWorkflow(scope, params.workflowId),
  }),
  endpoint({
    ...read,
    access: workspace('groups.write'),
    id: 'updateWorkflow',
    method: 'PATCH',
    path: '/workflows/{workflowId}',
    summary: 'Switch a workflow off or on',
    params: WorkflowParams,
    body: updateWorkflowBodySchema,
    output: WorkflowSchema,
    run: ({ scope, params, body }) => updateWorkflow(scope, params.workflowId, body),
  }),
]
