import type { WorkspaceScope } from '../../accounts/index.js'

/** Rows by name, without regard to case. */
export async function templatesByName({ em, workspace }: WorkspaceScope, most: number): Promise<object[]> {
  return em.execute('select * from utm_templates where workspace_id = ? order by lower(name) limit ?', [workspace.id, most])
}
