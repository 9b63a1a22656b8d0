/** SQL of the emails about the usage of workspaces. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'

/** Kinds of the emails, as they are recorded in `sent_emails`. */
export const kinds = {
  summary: 'workspaces.summary',
  overLimit: 'workspaces.over-limit',
  overLimitAgain: 'workspaces.over-limit-again',
  linksWarning: 'workspaces.links-warning',
  linksReached: 'workspaces.links-reached',
} as const
export type UsageEmailKind = keyof typeof kinds

export interface WorkspaceUsage {
  id: string
  name: string
  usage: number
  usageLimit: number
  linksUsage: number
  linksLimit: number
  periodStart: string
  /** When the first email about the limit of events was sent; null in the first days of a period. */
  warnedAt: string | null
  isOld: boolean
}

/**
 * Active workspaces that used something, after an id. Those without use in this billing period, which may just have begun, get a summary
 * all the same. `isOld`: created before `createdBefore`.
 */
export const usedWorkspaces = ({ em }: Pick<Scope, 'em'>, createdBefore: Date, after: string, limit: number): Promise<WorkspaceUsage[]> =>
  em.execute(
    `select w.id, w.name, w.usage::float8 as usage, w.usage_limit::float8 as "usageLimit", w.links_usage::float8 as "linksUsage",
       w.links_limit::float8 as "linksLimit", w.billing_period_start as "periodStart", sent.sent_at as "warnedAt", w.created_at < ? as "isOld"
     from workspaces w left join sent_emails sent on sent.kind = '${kinds.overLimit}' and sent.subject = w.id
       and sent.sent_at >= w.billing_period_start
     where (w.usage > 0 or w.links_usage > 0 or w.total_clicks > 0) and w.disabled_at is null and w.id > ? order by w.id limit ?`,
    [createdBefore, after, limit],
  )

export const shortLinksOf = (
  { em }: Pick<Scope, 'em'>,
  workspaceId: string,
  ids: readonly string[],
): Promise<{ id: string; shortLink: string }[]> =>
  em.execute('select id, short_link as "shortLink" from links where workspace_id = ? and id = any (?::text[])', [
    workspaceId,
    arrayLiteral(ids),
  ])

export async function linksCreatedSince({ em }: Pick<Scope, 'em'>, workspaceId: string, since: Date): Promise<number> {
  const [row] = await em.execute<[{ count: number }]>(
    'select count(*)::int as count from links where workspace_id = ? and created_at >= ?',
    [workspaceId, since],
  )
  return row.count
}
