import type { WorkspaceScope } from '../../accounts/index.js'
import { containing } from '../../kernel/like.js'
import type { Scope } from '../../kernel/scope.js'
import { Domain } from '../domain.entity.js'
import { readLink } from '../link-row.js'
import type { Link } from '../link.entity.js'
import type { GetDomains, GetDomainsCount } from './domain-input.schema.js'

const matches = 'workspace_id = ? and deleted_at is null and archived = ? and (?::text is null or slug like ?)'
const matching = ({ workspace }: WorkspaceScope, { archived, search }: GetDomainsCount) => [
  workspace.id,
  archived,
  search ?? null,
  containing(search?.toLowerCase() ?? ''),
]

/** The oldest first. */
export async function domainsMatching(scope: WorkspaceScope, asked: GetDomains): Promise<Domain[]> {
  const { page = 1, pageSize } = asked
  const rows = await scope.em.execute(`select * from domains where ${matches} order by id limit ? offset ?`, [
    ...matching(scope, asked),
    pageSize,
    (page - 1) * pageSize,
  ])
  return rows.map((row) => scope.em.map(Domain, row))
}

export async function countDomains(scope: WorkspaceScope, asked: GetDomainsCount): Promise<number> {
  const [row]: { count: number }[] = await scope.em.execute(
    `select count(*)::int as count from domains where ${matches}`,
    matching(scope, asked),
  )
  return row?.count ?? 0
}

/** The links of the bare domains. */
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

/** Makes everybody wait who would choose another primary domain, until this transaction ends. */
export async function lockPrimary({ em }: Scope, workspaceId: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`quota domains ${workspaceId}`])
}

export async function withdrawPrimary({ em }: Scope, workspaceId: string): Promise<void> {
  await em.execute('update domains set is_primary = false where workspace_id = ? and is_primary', [workspaceId])
}

/** Where no domain is the primary one, the oldest becomes it: a verified one rather than another. Archived ones stay where they are. */
export async function promoteAnother({ em }: Scope, workspaceId: string): Promise<void> {
  await em.execute(
    `update domains set is_primary = true where id = (
       select id from domains where workspace_id = ? and deleted_at is null and not archived order by verified desc, id limit 1
     ) and not exists (select 1 from domains where workspace_id = ? and is_primary)`,
    [workspaceId, workspaceId],
  )
}
