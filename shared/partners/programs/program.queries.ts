import type { WorkspaceScope } from '../../accounts/index.js'

const exists = async ({ em }: WorkspaceScope, sql: string, params: unknown[]) => (await em.execute(sql, params)).length > 0

export const isDomainOfWorkspace = (scope: WorkspaceScope, slug: string) =>
  exists(scope, 'select 1 from domains where slug = ? and workspace_id = ? and deleted_at is null', [slug, scope.workspace.id])

/** Whether a program of any workspace has the slug. */
export const isProgramSlugTaken = (scope: WorkspaceScope, slug: string) => exists(scope, 'select 1 from programs where slug = ?', [slug])

export const isFolderNameTaken = (scope: WorkspaceScope, name: string) =>
  exists(scope, 'select 1 from folders where workspace_id = ? and lower(name) = lower(?)', [scope.workspace.id, name])

export const hasEnrolments = (scope: WorkspaceScope, programId: string) =>
  exists(scope, 'select 1 from enrolments where program_id = ? limit 1', [programId])

/** Until the transaction ends, no row that refers to the program is created. */
export const lockProgram = (scope: WorkspaceScope, id: string) => exists(scope, 'select 1 from programs where id = ? for update', [id])

export const isUtmTemplateOfWorkspace = (scope: WorkspaceScope, id: string) =>
  exists(scope, 'select 1 from utm_templates where id = ? and workspace_id = ?', [id, scope.workspace.id])
