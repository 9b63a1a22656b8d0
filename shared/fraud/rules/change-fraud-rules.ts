import type { WorkspaceScope } from '../../accounts/index.js'
import { requireProgramId } from '../../partners/index.js'
import { pendingGroupsOfType } from '../groups/fraud-group.queries.js'
import { resolveGroups } from '../groups/resolve-groups.js'
import { isConfigured } from './effective-rules.js'
import type { FraudRuleResponse, UpdateFraudRules } from './fraud-rule.schema.js'
import { lockRules, rulesOfProgram, storeRule } from './fraud-rules.queries.js'
import { fraudTypes } from './fraud-types.js'

export async function listFraudRules(scope: WorkspaceScope): Promise<FraudRuleResponse[]> {
  const rules = await rulesOfProgram(scope, requireProgramId(scope))
  return fraudTypes.map((type) => rules[type])
}

/**
 * Changes the given rules. Parts of a configuration that are not given stay. A rule without the configuration that it needs is stored as
 * disabled.
 */
export async function updateFraudRules(scope: WorkspaceScope, input: UpdateFraudRules): Promise<{ success: boolean }> {
  const programId = requireProgramId(scope)
  await lockRules(scope, programId)
  const before = await rulesOfProgram(scope, programId)
  for (const type of fraudTypes) {
    const change: { enabled: boolean; resolvePendingEvents: boolean; config?: FraudRuleResponse['config'] | undefined } | undefined =
      input[type]
    if (!change) continue
    const config = change.config ? { ...before[type].config, ...change.config } : before[type].config
    const isDisabled = !change.enabled || !isConfigured(type, config)
    await storeRule(scope, programId, { type, config, isDisabled })
    if (!change.enabled && change.resolvePendingEvents)
      await resolveGroups(scope, programId, await pendingGroupsOfType(scope, programId, type), {
        reason: 'The rule was disabled.',
        userId: scope.actor.user.id,
      })
  }
  return { success: true }
}
