import type { WorkspaceScope } from '../../accounts/index.js'

export async function sharedDomains({ em, workspace }: WorkspaceScope): Promise<{ slug: string; isHidden: boolean }[]> {
  return em.execute(
    `select d.slug, h.slug is not null as "isHidden" from domains d left join hidden_shared_domains h on h.slug = d.slug and h.workspace_id = ?
     where d.workspace_id is null and d.deleted_at is null and not d.archived order by d.slug`,
    [workspace.id],
  )
}

/** Hides exactly these shared domains from the workspace. */
export async function hideSharedDomains({ em, workspace }: WorkspaceScope, slugs: readonly string[]): Promise<void> {
  await em.execute('delete from hidden_shared_domains where workspace_id = ?', [workspace.id])
  if (slugs.length === 0) return
  await em.execute(
    'insert into hidden_shared_domains (workspace_id, slug) select ?, slug from unnest(array[?]::text[]) as slug on conflict do nothing',
    [workspace.id, slugs],
  )
}
