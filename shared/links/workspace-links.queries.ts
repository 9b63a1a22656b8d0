import type { Scope } from '../kernel/scope.js'
import type { Link } from './link.entity.js'

export type DeletedLinkRow = Pick<Link, 'id' | 'domain' | 'lookupKey'> & { createdAt: string }

/** Deletes up to `limit` links of the workspace and returns them. */
export async function deleteLinkBatchOfWorkspace({ em }: Scope, workspaceId: string, limit: number): Promise<DeletedLinkRow[]> {
  return em.execute(
    `delete from links where id in (select id from links where workspace_id = ? order by id limit ?)
     returning id, domain, lookup_key as "lookupKey", created_at::text as "createdAt"`,
    [workspaceId, limit],
  )
}
