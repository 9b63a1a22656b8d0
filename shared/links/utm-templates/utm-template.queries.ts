import type { WorkspaceScope } from '../../accounts/index.js'

/** Template rows sorted by name, ignoring case. */
export async function templatesByName({ em, workspace }: WorkspaceScope, limit: number): Promise<object[]> {
  return em.execute('select * from utm_templates where workspace_id = ? order by lower(name) limit ?', [workspace.id, limit])
}
