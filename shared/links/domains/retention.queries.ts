import type { Scope } from '../../kernel/scope.js'
import type { LinkRef } from './domain-moves.queries.js'

export async function domainsWithRetention({ em }: Scope): Promise<{ id: string }[]> {
  return em.execute(
    'select id from domains where link_retention_days is not null and workspace_id is not null and deleted_at is null order by id',
  )
}

/** Links past the retention period of the domain, oldest first, locked until the transaction ends. */
export async function lockLinksPastRetention({ em }: Scope, domainId: string, now: Date, limit: number): Promise<LinkRef[]> {
  return em.execute(
    `select l.id, l.workspace_id as "workspaceId", l.domain, l.lookup_key as "lookupKey"
     from domains d join links l on l.workspace_id = d.workspace_id and l.domain = d.slug
     where d.id = ? and d.deleted_at is null and l.created_at < ?::timestamptz - d.link_retention_days * interval '1 day'
       and l.link_retention_cleanup_disabled_at is null and l.key <> '_root'
     order by l.created_at limit ? for update of l`,
    [domainId, now, limit],
  )
}
