import type { EntityManager } from '@mikro-orm/postgresql'
import { queryShared } from '../kernel/db/prepared-query.js'
import { newId } from '../kernel/ids.js'
import type { Scope } from '../kernel/scope.js'
import { Domain } from './domain.entity.js'
import type { KeyScope } from './link-scope.js'

/** Leaves an existing domain unchanged, whichever workspace it belongs to. */
export async function insertSharedDomain(em: EntityManager, slug: string, now: Date): Promise<void> {
  await em.execute(
    `insert into domains (id, slug, workspace_id, verified, created_at, updated_at) values (?, ?, null, true, ?, ?)
     on conflict (slug) do nothing`,
    [newId('dom_', now.getTime()), slug, now, now],
  )
}

/** Finds a domain by its slug, or by its former slug while its links are being moved. */
export async function domainBySlug({ em }: Pick<KeyScope, 'em'>, slug: string): Promise<Domain | null> {
  return em.findOne(Domain, { $or: [{ slug }, { movedFrom: slug }], deletedAt: null })
}

/** Default domain of new links: the primary domain of the workspace, else the default domain of the service. */
export async function domainByDefault({ em, workspace, config }: KeyScope): Promise<Domain | null> {
  const [row] = await em.execute(
    `select * from domains
     where (workspace_id = ? and is_primary and not archived and deleted_at is null) or (slug = ? and workspace_id is null)
     order by is_primary desc limit 1`,
    [workspace?.id ?? null, config.shortDomain],
  )
  return row ? em.map(Domain, row) : null
}

/** What the creation of a link needs of its domain. */
export type LinkDomain = Pick<Domain, 'slug' | 'workspaceId' | 'caseSensitive' | 'movedFrom'>

type PoolScope = Pick<Scope, 'pool' | 'config'> & { workspace: { id: string } | null }

const linkDomainColumns = 'slug, workspace_id as "workspaceId", case_sensitive as "caseSensitive", moved_from as "movedFrom"'

/** Like `domainBySlug`, but outside the scope's transaction. */
export async function committedDomainBySlug({ pool }: PoolScope, slug: string): Promise<LinkDomain | null> {
  const text = `select ${linkDomainColumns} from domains where (slug = $1 or moved_from = $1) and deleted_at is null`
  return (await queryShared<LinkDomain>(pool, { name: 'domain-by-slug', text, values: [slug] }))[0] ?? null
}

/** Like `domainByDefault`, but outside the scope's transaction. */
export async function committedDomainByDefault({ pool, workspace, config }: PoolScope): Promise<LinkDomain | null> {
  const text = `select ${linkDomainColumns} from domains
     where (workspace_id = $1 and is_primary and not archived and deleted_at is null) or (slug = $2 and workspace_id is null)
     order by is_primary desc limit 1`
  const values = [workspace?.id ?? null, config.shortDomain]
  return (await queryShared<LinkDomain>(pool, { name: 'domain-by-default', text, values }))[0] ?? null
}

/** Domains by slug, whichever workspace they belong to; those that do not exist are left out. */
export async function domainsBySlug({ em }: Pick<Scope, 'em'>, slugs: readonly string[]): Promise<Map<string, LinkDomain>> {
  if (slugs.length === 0) return new Map()
  const rows: LinkDomain[] = await em.execute(
    `select ${linkDomainColumns} from domains where slug = any (array[?]::text[]) and deleted_at is null`,
    [slugs],
  )
  return new Map(rows.map((domain) => [domain.slug, domain]))
}
