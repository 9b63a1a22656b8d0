/** What the program does by itself: move rules, performance bounties and campaigns. */
import type { Output } from '../../api-client.js'
import { formatName, formatTotal } from '../../kit/format.js'
import { type Resource, ResourcePage } from '../../kit/resource-page.js'
import { Badge } from '../../kit/texts.js'
import { withProgram } from '../../program/with-program.js'
import { useSession } from '../../shell/session.js'

type Workflow = Output<'listWorkflows'>[number]
type ActionType = Workflow['actions'][number]['type']

const actionNames: Record<ActionType, string> = {
  awardBounty: 'Awards a bounty',
  sendCampaign: 'Sends a campaign',
  moveGroup: 'Moves into a group',
}

function conditionText({ attribute, operator, value }: Record<string, unknown>): string {
  const name = String(attribute)
  if (name === 'partnerJoined') return 'The partner joins'
  const print = (one: unknown) => (typeof one === 'number' ? formatTotal(name, one) : String(one))
  const { min, max } = (typeof value === 'object' && value !== null ? value : {}) as { min?: unknown; max?: unknown }
  const text = min === undefined ? print(value) : `${print(min)} and ${print(max)}`
  const operators: Record<string, string> = {
    gte: 'at least',
    lte: 'at most',
    between: 'between',
    eq: 'is',
    ne: 'is not',
    in: 'is one of',
    notIn: 'is none of',
  }
  return `${formatName(name.replace('total', ''))} ${operators[String(operator)] ?? ''} ${name === 'partnerGroup' ? 'a group' : text}`
}

const resource: Resource<Workflow> = {
  title: 'Workflows',
  description: 'What the program does by itself. They come with groups, bounties and campaigns.',
  icon: 'workflows',
  paging: 'page',
  filters: () => [
    { name: 'action', label: 'All actions', choices: Object.entries(actionNames).map(([value, label]) => ({ value, label })) },
  ],
  load: (call, query, _, signal) => call('listWorkflows', { query: { ...query } }, signal),
  nameOf: ({ actions: [action] }) => (action ? actionNames[action.type] : 'Workflow'),
  columns: [
    { label: 'When', cell: ({ triggerConditions }) => triggerConditions.map(conditionText).join(' and ') },
    { label: 'Then', cell: (workflow) => <Target workflow={workflow} /> },
    {
      label: 'State',
      cell: ({ disabledAt }) => <Badge tone={disabledAt ? 'neutral' : 'good'}>{disabledAt ? 'Off' : 'On'}</Badge>,
    },
  ],
  empty: 'Move rules of groups, performance bounties and transactional campaigns appear here.',
  actions: [
    {
      label: 'Switch off',
      operation: 'updateWorkflow',
      isFor: ({ disabledAt }) => disabledAt === null,
      run: (call, { id }) => call('updateWorkflow', { params: { workflowId: id }, body: { disabled: true } }),
      done: 'Workflow switched off',
    },
    {
      label: 'Switch on',
      operation: 'updateWorkflow',
      isFor: ({ disabledAt }) => disabledAt !== null,
      run: (call, { id }) => call('updateWorkflow', { params: { workflowId: id }, body: { disabled: false } }),
      done: 'Workflow switched on',
    },
  ],
}

export const WorkflowsPage = withProgram('Workflows', 'workflows', () => <ResourcePage resource={resource} />)

function Target({ workflow }: { workflow: Workflow }) {
  const { href } = useSession()
  const [action] = workflow.actions
  if (!action) return null
  const { bountyId, campaignId, groupId } = action.data
  const path = bountyId ? `bounties/${bountyId}` : campaignId ? `campaigns/${campaignId}` : groupId ? `groups/${groupId}` : null
  return path ? <a href={href(path)}>{actionNames[action.type]}</a> : <>{actionNames[action.type]}</>
}
