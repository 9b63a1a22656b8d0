/** SQL on partner programs, which belong to a higher domain: what links take from them, and what they use of this domain. */
import type { Workspace, WorkspaceScope } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'

const exists = async ({ em }: Pick<WorkspaceScope, 'em'>, sql: string, id: string) => (await em.execute(`${sql} limit 1`, [id])).length > 0

export const isDomainOfProgram = (scope: WorkspaceScope, slug: string) => exists(scope, 'select 1 from programs where domain = ?', slug)

export const isFolderOfProgram = (scope: WorkspaceScope, folderId: string) =>
  exists(scope, 'select 1 from programs where default_folder_id = ?', folderId)

/** The partner group that uses the template, the oldest of several; null without one. */
export async function groupOfTemplate({ em }: WorkspaceScope, templateId: string): Promise<{ id: string; name: string } | null> {
  const [group] = await em.execute('select id, name from partner_groups where utm_template_id = ? order by id limit 1', [templateId])
  return (group as { id: string; name: string } | undefined) ?? null
}

/** What a link takes over from its program. */
export interface ProgramOfLink {
  defaultFolderId: string | null
}

export async function programOfWorkspace(
  { em, workspace }: Pick<Scope, 'em'> & { workspace: Pick<Workspace, 'id'> },
  programId: string,
): Promise<ProgramOfLink | null> {
  const rows: ProgramOfLink[] = await em.execute(
    'select default_folder_id as "defaultFolderId" from programs where id = ? and workspace_id = ?',
    [programId, workspace.id],
  )
  return rows[0] ?? null
}

/** The partner who is enrolled in the program with this tenant id, or null. */
export async function partnerOfTenant({ em }: Pick<Scope, 'em'>, programId: string, tenantId: string): Promise<string | null> {
  const [row]: { id: string }[] = await em.execute('select partner_id as id from enrolments where program_id = ? and tenant_id = ?', [
    programId,
    tenantId,
  ])
  return row?.id ?? null
}

export async function isEnrolled({ em }: Pick<Scope, 'em'>, programId: string, partnerId: string): Promise<boolean> {
  const rows = await em.execute('select 1 from enrolments where program_id = ? and partner_id = ?', [programId, partnerId])
  return rows.length > 0
}
