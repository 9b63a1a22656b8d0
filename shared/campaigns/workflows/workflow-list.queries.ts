/** Workflows as one list. Each belongs to the group, the bounty or the campaign that it acts for, and is stored there alone. */
import type { Scope } from '../../kernel/scope.js'
import type { WorkflowAction } from './workflow.schema.js'

export interface WorkflowRow {
  id: string
  programId: string
  triggerConditions: Record<string, unknown>[]
  action: WorkflowAction
  /** Id of the group, the bounty or the campaign. */
  targetId: string
  disabledAt: unknown
}

/** Ids have 26 characters after their prefix. */
const workflowId = `'wf_' || right(id, 26) as id`

const workflowsSql = `
  select ${workflowId}, program_id, move_rules as conditions, 'moveGroup' as action, id as target_id, move_rules_disabled_at as disabled_at
  from partner_groups where program_id = ? and move_rules is not null
  union all
  select ${workflowId}, program_id, jsonb_build_array(performance_condition), 'awardBounty', id, performance_disabled_at
  from bounties where program_id = ? and performance_condition is not null
  union all
  select ${workflowId}, program_id, trigger_conditions, 'sendCampaign', id, case when status = 'active' then null else updated_at end
  from campaigns where program_id = ? and type = 'transactional'`

/** Newest first; one workflow if an id is given. */
export const workflowsOf = (
  { em }: Pick<Scope, 'em'>,
  programId: string,
  {
    id = null,
    action = null,
    page = 1,
    pageSize,
  }: { id?: string | null; action?: string | null | undefined; page?: number | undefined; pageSize: number },
): Promise<WorkflowRow[]> =>
  em.execute(
    `select id, program_id as "programId", conditions as "triggerConditions", action, target_id as "targetId", disabled_at as "disabledAt"
     from (${workflowsSql}) as workflows where (?::text is null or id = ?) and (?::text is null or action = ?)
     order by id desc limit ? offset ?`,
    [programId, programId, programId, id, id, action, action, pageSize, (page - 1) * pageSize],
  )
