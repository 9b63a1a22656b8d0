/** Strict quotas: of several who create at once, the last within the limit wins and the next is refused. */
import { limitExceeded, type Workspace } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'

const counts = {
  tags: 'select count(*)::int as count from tags where workspace_id = ?',
  folders: 'select count(*)::int as count from folders where workspace_id = ?',
  domains: 'select count(*)::int as count from domains where workspace_id = ? and deleted_at is null',
} as const
export type Quota = keyof typeof counts

const limitOf: Record<Quota, (workspace: Workspace) => number> = {
  tags: ({ tagsLimit }) => tagsLimit,
  folders: ({ foldersLimit }) => foldersLimit,
  domains: ({ domainsLimit }) => domainsLimit,
}

/** Refuses when the workspace has as many as it may. Until the transaction ends nobody else makes one in this workspace. */
export async function requireRoom({ em }: Scope, workspace: Workspace, quota: Quota): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`quota ${quota} ${workspace.id}`])
  const [row]: { count: number }[] = await em.execute(counts[quota], [workspace.id])
  const limit = limitOf[quota](workspace)
  if ((row?.count ?? 0) >= limit) throw limitExceeded({ plan: workspace.plan, limit, resource: quota })
}
