/** SQL of installations. */
import type { Scope } from '../../kernel/scope.js'

interface InWorkspace extends Scope {
  workspace: { id: string }
}

export interface Installation {
  id: string
  provider: string
  settings: Record<string, unknown>
  createdAt: Date
}

/** Creates an installation, or updates the settings of an existing one if given. */
export async function upsertInstallation(
  { em, workspace, now }: InWorkspace,
  installation: { id: string; provider: string; userId: string; settings: Record<string, unknown> | null },
): Promise<void> {
  const settings = installation.settings && JSON.stringify(installation.settings)
  await em.execute(
    `insert into integration_installations as existing (id, workspace_id, provider, user_id, settings, created_at, updated_at)
      values (?, ?, ?, ?, coalesce(?::jsonb, '{}'), ?, ?)
     on conflict (workspace_id, provider) do update
     set settings = coalesce(?::jsonb, existing.settings), updated_at = case when ?::jsonb is null then existing.updated_at else excluded.updated_at end`,
    [installation.id, workspace.id, installation.provider, installation.userId, settings, now(), now(), settings, settings],
  )
}

export async function findInstallation({ em, workspace }: InWorkspace, provider: string): Promise<Installation | null> {
  const rows: Installation[] = await em.execute(
    `select id, provider, settings, created_at as "createdAt" from integration_installations where workspace_id = ? and provider = ?`,
    [workspace.id, provider],
  )
  return rows[0] ? { ...rows[0], createdAt: new Date(rows[0].createdAt) } : null
}

export const findInstalledSettings = async (scope: InWorkspace, provider: string) =>
  (await findInstallation(scope, provider))?.settings ?? {}

export async function findInstallations({ pool, workspace }: InWorkspace): Promise<Installation[]> {
  const { rows } = await pool.query<Installation>(
    `select id, provider, settings, created_at as "createdAt" from integration_installations where workspace_id = $1`,
    [workspace.id],
  )
  return rows
}

export interface InstalledApp {
  id: string
  projectId: string
  name: string
  slug: string
  description: string | null
  logo: string | null
  verified: boolean
  createdAt: Date
}

/** OAuth apps authorised in the workspace, each listed once. */
export async function findInstalledApps({ pool, workspace }: InWorkspace): Promise<InstalledApp[]> {
  const { rows } = await pool.query<InstalledApp>(
    `select a.id, a.workspace_id as "projectId", a.name, a.slug, a.description, a.logo, a.verified, min(i.created_at) as "createdAt"
     from oauth_installations i join oauth_apps a on a.id = i.app_id where i.workspace_id = $1 group by a.id`,
    [workspace.id],
  )
  return rows
}

export async function deleteInstallation({ em, workspace }: InWorkspace, provider: string): Promise<string | null> {
  const rows: { id: string }[] = await em.execute(
    'delete from integration_installations where workspace_id = ? and provider = ? returning id',
    [workspace.id, provider],
  )
  return rows[0]?.id ?? null
}
