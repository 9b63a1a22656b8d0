import type { Scope } from '../../kernel/scope.js'
import { readLink } from '../link-row.js'
import type { Link } from '../link.entity.js'

/** Returns and locks up to `limit` links whose A/B test ended without a decision, oldest end first. Skips links locked by others. */
export async function undecidedTests({ em }: Scope, now: Date, limit: number): Promise<Link[]> {
  const rows: object[] = await em.execute(
    `select * from links where test_variants is not null and test_completed_at is distinct from test_decided_at
       and test_completed_at <= ? and workspace_id is not null
     order by test_completed_at limit ? for no key update skip locked`,
    [now, limit],
  )
  return rows.map(readLink)
}

export interface LeadsByUrl {
  linkId: string
  url: string
  leads: number
}

/** Counts the leads of each destination of these links while their tests were running. */
export async function leadsByUrl({ em }: Scope, linkIds: readonly string[]): Promise<LeadsByUrl[]> {
  if (linkIds.length === 0) return []
  return em.execute(
    `select e.link_id as "linkId", e.url, count(*)::int as leads from links l
     join lead_events e on e.workspace_id = l.workspace_id and e.link_id = l.id
       and e.timestamp >= coalesce(l.test_started_at, l.created_at) and e.timestamp < l.test_completed_at
     where l.id = any (array[?]::text[]) group by 1, 2`,
    [linkIds],
  )
}
