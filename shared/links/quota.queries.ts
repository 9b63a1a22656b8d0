/** Quotas that also hold for concurrent creations. */
import { limitExceeded, type Workspace } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'

const countSql = {
  tags: 'select count(*)::int as count from tags where workspace_id = ?',
  folders: 'select count(*)::int as count from folders where workspace_id = ?',
  domains: 'select count(*)::int as count from domains where workspace_id = ? and deleted_at is null',
} as const
export type Quota = keyof typeof countSql

const limitOf: Record<Quota, (workspace: Workspace) => number> = {
  tags: ({ tagsLimit }) => tagsLimit,
  folders: ({ foldersLimit }) => foldersLimit,
  domains: ({ domainsLimit }) => domainsLimit,
}

/** Refuses if the limit of the workspace is reached. Holds a lock until the transaction ends, so that creations run one at a time. */
export async function requireQuota({ em }: Scope, workspace: Workspace, quota: Quota): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`quota ${quota} ${workspace.id}`])
  const [row]: { count: number }[] = await em.execute(countSql[quota], [workspace.id])
  const limit = limitOf[quota](workspace)
  if ((row?.count ?? 0) >= limit) throw limitExceeded({ plan: workspace.plan, limit, resource: quota })
}
