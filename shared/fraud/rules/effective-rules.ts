/** Rules of a program with their defaults. Pure. */
import { type AdPlatform } from '../detection/ad-parameters.js'
import { fraudTypes, type FraudType } from './fraud-types.js'

export interface FraudRuleConfig {
  /** Hosts with `*` as wildcard. */
  domains?: string[]
  platforms?: AdPlatform[]
  google?: { whitelistedCampaignIds: string[] }
}

export interface StoredRule {
  type: FraudType
  config: FraudRuleConfig | null
  isDisabled: boolean
}

export interface EffectiveRule {
  type: FraudType
  enabled: boolean
  config: FraudRuleConfig | null
}

/** What a rule needs to be able to fire; rules without an entry need nothing. */
const defaultConfigs: Partial<Record<FraudType, FraudRuleConfig>> = {
  referralSourceBanned: { domains: [] },
  paidTrafficDetected: { platforms: ['google'], google: { whitelistedCampaignIds: [] } },
}

/** Whether the rule can fire with the configuration. */
export const isConfigured = (type: FraudType, config: FraudRuleConfig | null): boolean => {
  if (type === 'referralSourceBanned') return (config?.domains?.length ?? 0) > 0
  if (type === 'paidTrafficDetected') return (config?.platforms?.length ?? 0) > 0
  return true
}

/** All rules in a fixed order. A rule that cannot fire is disabled. */
export function effectiveRules(stored: readonly StoredRule[]): Record<FraudType, EffectiveRule> {
  const byType = new Map(stored.map((rule) => [rule.type, rule]))
  const rules = fraudTypes.map((type): [FraudType, EffectiveRule] => {
    const rule = byType.get(type)
    const defaults = defaultConfigs[type]
    const config = defaults ? { ...defaults, ...rule?.config } : null
    return [type, { type, config, enabled: !rule?.isDisabled && isConfigured(type, config) }]
  })
  return Object.fromEntries(rules) as Record<FraudType, EffectiveRule>
}
