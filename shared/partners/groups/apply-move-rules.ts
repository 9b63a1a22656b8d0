/** Moves partners whose totals changed into the groups whose move rules they meet. */
import { planHas } from '../../accounts/index.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { type MovablePartner, type RuleGroup, ruleGroupsOf, takePendingMoves } from './apply-move-rules.queries.js'
import { moveIntoGroup } from './move-into-group.js'
import { matchesMoveRules } from './move-rules.js'

const batchSize = 100

/** Each batch is one transaction, so that the job can be killed at any time. A partner is evaluated once for each change of its totals. */
export async function applyMoveRules(scope: JobScope, stop: AbortSignal): Promise<void> {
  while (!stop.aborted && (await inTransaction(scope, () => applyToBatch(scope))) === batchSize) scope.em.clear()
}

async function applyToBatch(scope: JobScope): Promise<number> {
  const partners = await takePendingMoves(scope, batchSize)
  const groups = await ruleGroupsOf(scope, [...new Set(partners.map(({ programId }) => programId))])
  const movesByGroup = new Map<RuleGroup, string[]>()
  for (const partner of partners) {
    const target = targetGroup(groups, partner)
    if (target) movesByGroup.set(target, [...(movesByGroup.get(target) ?? []), partner.partnerId])
  }
  for (const [group, partnerIds] of movesByGroup) await moveIntoGroup(scope, group, partnerIds)
  return partners.length
}

/** Statuses of partners that earn commissions. */
const movableStatuses = new Set<MovablePartner['status']>(['approved', 'archived', 'invited'])

function targetGroup(groups: readonly RuleGroup[], partner: MovablePartner): RuleGroup | undefined {
  if (partner.isFixed || !movableStatuses.has(partner.status)) return undefined
  return groups.find(
    ({ id, programId, plan, moveRules }) =>
      programId === partner.programId && id !== partner.groupId && planHas(plan, 'groupMoveRules') && matchesMoveRules(moveRules, partner),
  )
}
