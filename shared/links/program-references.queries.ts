/** What partner programs, which belong to a higher domain, use of this one. */
import type { WorkspaceScope } from '../accounts/index.js'

const exists = async ({ em }: Pick<WorkspaceScope, 'em'>, sql: string, id: string) => (await em.execute(`${sql} limit 1`, [id])).length > 0

export const isDomainOfProgram = (scope: WorkspaceScope, slug: string) => exists(scope, 'select 1 from programs where domain = ?', slug)

export const isFolderOfProgram = (scope: WorkspaceScope, folderId: string) =>
  exists(scope, 'select 1 from programs where default_folder_id = ?', folderId)

/** The partner group that uses the template, the oldest of several; null without one. */
export async function groupOfTemplate({ em }: WorkspaceScope, templateId: string): Promise<{ id: string; name: string } | null> {
  const [group] = await em.execute('select id, name from partner_groups where utm_template_id = ? order by id limit 1', [templateId])
  return (group as { id: string; name: string } | undefined) ?? null
}
