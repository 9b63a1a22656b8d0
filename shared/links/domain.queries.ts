import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '../kernel/ids.js'

/** A domain that exists already stays as it is, whoever owns it. */
export async function insertSharedDomain(em: EntityManager, slug: string, now: Date): Promise<void> {
  await em.execute(
    `insert into domains (id, slug, workspace_id, verified, created_at, updated_at) values (?, ?, null, true, ?, ?)
     on conflict (slug) do nothing`,
    [newId('dom_', now.getTime()), slug, now, now],
  )
}
