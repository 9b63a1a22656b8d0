import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '../kernel/ids.js'

/** Afterwards the domain exists. It belongs to no workspace and serves all, unless a workspace had brought it before. */
export async function ensureDefaultDomain(em: EntityManager, slug: string, now: Date): Promise<void> {
  await em.execute(
    `insert into domains (id, slug, workspace_id, verified, created_at, updated_at) values (?, ?, null, true, ?, ?)
     on conflict (slug) do nothing`,
    [newId('dom_', now.getTime()), slug, now, now],
  )
}
