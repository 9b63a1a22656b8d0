import type { Scope } from '../../kernel/scope.js'

/** Stores the time and result of a DNS check; with null, `verified` keeps its value. */
export async function recordDnsCheck({ em, now }: Scope, domainId: string, verified: boolean | null): Promise<void> {
  await em.execute('update domains set last_checked = ?, verified = coalesce(?::boolean, verified) where id = ?', [
    now(),
    verified,
    domainId,
  ])
}

/** Workspace domains, least recently checked first. */
export async function domainsToCheck({ em }: Scope, limit: number): Promise<{ id: string; slug: string }[]> {
  return em.execute(
    'select id, slug from domains where workspace_id is not null and deleted_at is null order by last_checked nulls first, id limit ?',
    [limit],
  )
}
