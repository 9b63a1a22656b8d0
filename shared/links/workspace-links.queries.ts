import type { Scope } from '../kernel/scope.js'
import type { Link } from './link.entity.js'

/** Deletes links of the workspace, at most so many at once. */
export async function deleteSomeLinksOfWorkspace({ em }: Scope, workspaceId: string, most: number): Promise<Pick<Link, 'domain' | 'lookupKey'>[]> {
  return em.execute('delete from links where id in (select id from links where workspace_id = ? order by id limit ?) returning domain, lookup_key as "lookupKey"', [workspaceId, most])
}
