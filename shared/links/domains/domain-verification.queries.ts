import type { Scope } from '../../kernel/scope.js'

/** Stores the time and result of a DNS check; with null, `verified` keeps its value. */
export async function recordDnsCheck({ em, now }: Scope, domainId: string, verified: boolean | null): Promise<void> {
  await em.execute('update domains set last_checked = ?, verified = coalesce(?::boolean, verified) where id = ?', [
    now(),
    verified,
    domainId,
  ])
}

export interface DomainToCheck {
  id: string
  slug: string
  workspaceId: string
  createdAt: Date
}

/** Workspace domains, least recently checked first. */
export async function domainsToCheck({ pool }: Scope, limit: number): Promise<DomainToCheck[]> {
  const { rows } = await pool.query<DomainToCheck>(
    `select id, slug, workspace_id as "workspaceId", created_at as "createdAt" from domains
     where workspace_id is not null and deleted_at is null order by last_checked nulls first, id limit $1`,
    [limit],
  )
  return rows
}

/** Whether visitors clicked a link of the domain since then. */
export async function isDomainVisited({ pool }: Scope, { slug, workspaceId }: DomainToCheck, since: Date): Promise<boolean> {
  const { rows } = await pool.query('select 1 from links where workspace_id = $1 and domain = $2 and last_clicked >= $3 limit 1', [
    workspaceId,
    slug,
    since,
  ])
  return rows.length > 0
}
