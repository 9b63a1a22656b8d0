import type { Scope } from '../../kernel/scope.js'

/** Notes a look at the DNS; null leaves it open whether the domain is set up. */
export async function noteCheck({ em, now }: Scope, domainId: string, verified: boolean | null): Promise<void> {
  await em.execute('update domains set last_checked = ?, verified = coalesce(?::boolean, verified) where id = ?', [
    now(),
    verified,
    domainId,
  ])
}

/** Domains of workspaces whose last look is the longest ago. */
export async function domainsToCheck({ em }: Scope, most: number): Promise<{ id: string; slug: string }[]> {
  return em.execute(
    'select id, slug from domains where workspace_id is not null and deleted_at is null order by last_checked nulls first, id limit ?',
    [most],
  )
}
