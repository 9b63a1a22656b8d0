import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '../kernel/ids.js'
import { Domain } from './domain.entity.js'
import type { KeyPlace } from './link-scope.js'

/** A domain that exists already stays as it is, whoever owns it. */
export async function insertSharedDomain(em: EntityManager, slug: string, now: Date): Promise<void> {
  await em.execute(
    `insert into domains (id, slug, workspace_id, verified, created_at, updated_at) values (?, ?, null, true, ?, ?)
     on conflict (slug) do nothing`,
    [newId('dom_', now.getTime()), slug, now, now],
  )
}

/** By its name, or by the one that it had before while its links are still moving. */
export async function domainBySlug({ em }: Pick<KeyPlace, 'em'>, slug: string): Promise<Domain | null> {
  return em.findOne(Domain, { $or: [{ slug }, { movedFrom: slug }], deletedAt: null })
}

/** The domain of a link that names none: the workspace's primary one, else the service's own. */
export async function domainByDefault({ em, workspace, config }: KeyPlace): Promise<Domain | null> {
  const [row] = await em.execute(
    'select * from domains where (workspace_id = ? and is_primary and not archived and deleted_at is null) or (slug = ? and workspace_id is null) order by is_primary desc limit 1',
    [workspace?.id ?? null, config.shortDomain],
  )
  return row ? em.map(Domain, row) : null
}
