import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import type { FraudType } from '../rules/fraud-types.js'

export interface ProgramToSummarise {
  programId: string
  program: string
  workspaceId: string
  pending: number
}

/**
 * Claims programs with pending groups that changed since `since` and no summary on `day` yet. They are claimed in the transaction that
 * enqueues their emails.
 */
export async function claimSummaries(
  { em }: Scope,
  { since, day, plans, limit }: { since: Date; day: string; plans: readonly string[]; limit: number },
): Promise<ProgramToSummarise[]> {
  return em.execute(
    `with due as (
       select programs.id, programs.name, programs.workspace_id, count(*)::int as pending
       from fraud_groups g join programs on programs.id = g.program_id join workspaces on workspaces.id = programs.workspace_id
       where g.status = 'pending' and workspaces.plan = any (?::text[])
         and exists (select 1 from fraud_groups n where n.program_id = programs.id and n.status = 'pending' and n.last_event_at >= ?)
         and not exists (select 1 from fraud_summaries s where s.program_id = programs.id and s.sent_on >= ?::date)
       group by programs.id order by programs.id limit ?
     ), claimed as (
       insert into fraud_summaries (program_id, sent_on) select id, ?::date from due
       on conflict (program_id) do update set sent_on = excluded.sent_on where fraud_summaries.sent_on < excluded.sent_on
       returning program_id
     )
     select due.id as "programId", due.name as program, due.workspace_id as "workspaceId", due.pending
     from due join claimed on claimed.program_id = due.id order by 1`,
    [arrayLiteral(plans), since, day, limit, day],
  )
}

export interface SummarisedGroup {
  type: FraudType
  partner: string
  eventCount: number
}

export async function newestPendingGroups({ em }: Scope, programId: string, limit: number): Promise<SummarisedGroup[]> {
  return em.execute(
    `select g.type, partners.name as partner, g.event_count as "eventCount"
     from fraud_groups g join partners on partners.id = g.partner_id
     where g.program_id = ? and g.status = 'pending' order by g.last_event_at desc, g.id limit ?`,
    [programId, limit],
  )
}
