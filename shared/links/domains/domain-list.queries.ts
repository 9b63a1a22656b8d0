import type { WorkspaceScope } from '../../accounts/index.js'
import { containsPattern } from '../../kernel/db/like-pattern.js'
import type { Scope } from '../../kernel/scope.js'
import { Domain } from '../domain.entity.js'
import { readLink } from '../link-row.js'
import type { Link } from '../link.entity.js'
import type { GetDomains, GetDomainsCount } from './domain-input.schema.js'
import { asciiDomain } from './slug.js'

const matchCondition = 'workspace_id = ? and deleted_at is null and archived = ? and (?::text is null or slug like ?)'
const matchParams = ({ workspace }: WorkspaceScope, { archived, search }: GetDomainsCount) => [
  workspace.id,
  archived,
  search ?? null,
  containsPattern(asciiDomain(search ?? '')),
]

/** One page of domains, oldest first. */
export async function domainsMatching(scope: WorkspaceScope, filter: GetDomains): Promise<Domain[]> {
  const { page = 1, pageSize } = filter
  const rows = await scope.em.execute(`select * from domains where ${matchCondition} order by id limit ? offset ?`, [
    ...matchParams(scope, filter),
    pageSize,
    (page - 1) * pageSize,
  ])
  return rows.map((row) => scope.em.map(Domain, row))
}

export async function countDomains(scope: WorkspaceScope, filter: GetDomainsCount): Promise<number> {
  const [row]: { count: number }[] = await scope.em.execute(
    `select count(*)::int as count from domains where ${matchCondition}`,
    matchParams(scope, filter),
  )
  return row?.count ?? 0
}

/** The root links of these domains. */
export async function rootLinksOf({ em, workspace }: WorkspaceScope, slugs: readonly string[]): Promise<Link[]> {
  const rows: object[] = await em.execute(
    "select * from links where domain = any (array[?]::text[]) and lookup_key = '_root' and workspace_id = ?",
    [slugs, workspace.id],
  )
  return rows.map(readLink)
}

export async function hasPrimaryDomain({ em }: Scope, workspaceId: string): Promise<boolean> {
  const rows = await em.execute('select 1 from domains where workspace_id = ? and is_primary', [workspaceId])
  return rows.length > 0
}

/** Serialises changes of the primary domain until the transaction ends. Uses the lock of the domain quota. */
export async function lockPrimaryDomain({ em }: Scope, workspaceId: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`quota domains ${workspaceId}`])
}

export async function clearPrimaryDomain({ em }: Scope, workspaceId: string): Promise<void> {
  await em.execute('update domains set is_primary = false where workspace_id = ? and is_primary', [workspaceId])
}

export async function clearArchivedPrimaryDomain({ em }: Scope, workspaceId: string): Promise<void> {
  await em.execute('update domains set is_primary = false where workspace_id = ? and is_primary and archived', [workspaceId])
}

/** If the workspace has no primary domain, promotes its oldest active domain, verified domains first. */
export async function ensurePrimaryDomain({ em }: Scope, workspaceId: string): Promise<void> {
  await em.execute(
    `update domains set is_primary = true where id = (
       select id from domains where workspace_id = ? and deleted_at is null and not archived order by verified desc, id limit 1
     ) and not exists (select 1 from domains where workspace_id = ? and is_primary)`,
    [workspaceId, workspaceId],
  )
}
