import { hasRows } from '../../kernel/db/has-rows.js'
import type { Scope } from '../../kernel/scope.js'
import type { EnrolmentStatus } from '../enrolment.entity.js'
import type { PartnerOfRules } from './move-rules.js'
import type { MoveRule } from './partner-group.entity.js'

export interface MovablePartner extends PartnerOfRules {
  id: string
  partnerId: string
  programId: string
  status: EnrolmentStatus
  /** Whether move rules leave the partner alone. */
  isFixed: boolean
}

export const hasPendingMoves = hasRows('pending_group_moves')

/**
 * Takes up to `limit` partners whose totals changed. They are locked before their notes are deleted: a conversion that changes a total at
 * the same time either waits, and makes a new note, or is seen here.
 */
export async function takePendingMoves({ em }: Pick<Scope, 'em'>, limit: number): Promise<MovablePartner[]> {
  const partners: MovablePartner[] = await em.execute(
    `select id, partner_id as "partnerId", program_id as "programId", group_id as "groupId", status,
       group_move_disabled_at is not null as "isFixed", total_leads::float8 as "totalLeads",
       total_conversions::float8 as "totalConversions", total_sale_amount::float8 as "totalSaleAmount",
       total_commissions::float8 as "totalCommissions"
     from enrolments where id in (select enrolment_id from pending_group_moves order by enrolment_id limit ?)
     order by id for no key update`,
    [limit],
  )
  await em.execute('delete from pending_group_moves where enrolment_id = any (array[?]::text[])', [partners.map(({ id }) => id)])
  return partners
}

export interface RuleGroup {
  id: string
  programId: string
  workspaceId: string
  plan: string
  moveRules: MoveRule[]
}

/** Groups with enabled move rules, with the plan of their workspace. */
export const ruleGroupsOf = ({ em }: Pick<Scope, 'em'>, programIds: readonly string[]): Promise<RuleGroup[]> =>
  em.execute(
    `select g.id, g.program_id as "programId", p.workspace_id as "workspaceId", w.plan, g.move_rules as "moveRules"
     from partner_groups g join programs p on p.id = g.program_id join workspaces w on w.id = p.workspace_id
     where g.program_id = any (array[?]::text[]) and g.move_rules is not null and g.move_rules_disabled_at is null order by g.id`,
    [programIds],
  )
