import type { Scope } from '../kernel/scope.js'
import type { Link } from './link.entity.js'

export type GoneLink = Pick<Link, 'id' | 'domain' | 'lookupKey'> & { createdAt: string }

/** Deletes links of the workspace, at most so many at once. */
export async function deleteSomeLinksOfWorkspace({ em }: Scope, workspaceId: string, most: number): Promise<GoneLink[]> {
  return em.execute(
    'delete from links where id in (select id from links where workspace_id = ? order by id limit ?) returning id, domain, lookup_key as "lookupKey", created_at::text as "createdAt"',
    [workspaceId, most],
  )
}
