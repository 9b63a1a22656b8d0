import type { Scope } from '../../kernel/scope.js'
import { readLink } from '../link-row.js'
import type { Link } from '../link.entity.js'

/** Links whose test is over and was not decided yet, the first to end first; locked, but for those that somebody is changing. */
export async function undecidedTests({ em }: Scope, now: Date, most: number): Promise<Link[]> {
  const rows: object[] = await em.execute(
    `select * from links where test_variants is not null and test_completed_at is distinct from test_decided_at and test_completed_at <= ? and workspace_id is not null
     order by test_completed_at limit ? for no key update skip locked`,
    [now, most],
  )
  return rows.map(readLink)
}

export interface LeadsTo {
  linkId: string
  url: string
  leads: number
}

/** How many leads followed each address of these links while their tests ran. */
export async function leadsOfTests({ em }: Scope, linkIds: readonly string[]): Promise<LeadsTo[]> {
  if (linkIds.length === 0) return []
  return em.execute(
    `select e.link_id as "linkId", e.url, count(*)::int as leads from links l
     join lead_events e on e.workspace_id = l.workspace_id and e.link_id = l.id and e.timestamp >= coalesce(l.test_started_at, l.created_at) and e.timestamp < l.test_completed_at
     where l.id = any (array[?]::text[]) group by 1, 2`,
    [linkIds],
  )
}
