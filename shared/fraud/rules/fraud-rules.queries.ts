import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import { type EffectiveRule, effectiveRules, type FraudRuleConfig, type StoredRule } from './effective-rules.js'
import type { FraudType } from './fraud-types.js'

/** Waits for concurrent changes of the rules. */
export async function lockRules({ em }: Scope, programId: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`fraud rules ${programId}`])
}

/** The rules of the program, with defaults. */
export async function rulesOfProgram({ em }: Scope, programId: string): Promise<Record<FraudType, EffectiveRule>> {
  const rows: StoredRule[] = await em.execute(
    `select type, config, disabled_at is not null as "isDisabled" from fraud_rules where program_id = ?`,
    [programId],
  )
  return effectiveRules(rows)
}

export async function storeRule(
  { em, now }: Scope,
  programId: string,
  { type, config, isDisabled }: { type: FraudType; config: FraudRuleConfig | null; isDisabled: boolean },
): Promise<void> {
  const at = now()
  await em.execute(
    `insert into fraud_rules (id, program_id, type, config, disabled_at, created_at, updated_at) values (?, ?, ?, ?::jsonb, ?, ?, ?)
     on conflict (program_id, type) do update set config = excluded.config, updated_at = excluded.updated_at,
       disabled_at = case when excluded.disabled_at is not null then coalesce(fraud_rules.disabled_at, excluded.disabled_at) end`,
    [newId('fr_', at.getTime()), programId, type, config && JSON.stringify(config), isDisabled ? at : null, at, at],
  )
}
