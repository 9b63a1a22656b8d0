/** All SQL of installations. */
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

/** Leaves one that is there as it is, but for settings that are given. */
export async function putInstallation(
  { em, workspace, now }: InWorkspace,
  given: { id: string; provider: string; userId: string; settings: Record<string, unknown> | null },
): Promise<void> {
  const settings = given.settings && JSON.stringify(given.settings)
  await em.execute(
    `insert into integration_installations as known (id, workspace_id, provider, user_id, settings, created_at, updated_at) values (?, ?, ?, ?, coalesce(?::jsonb, '{}'), ?, ?)
     on conflict (workspace_id, provider) do update set settings = coalesce(?::jsonb, known.settings), updated_at = case when ?::jsonb is null then known.updated_at else excluded.updated_at end`,
    [given.id, workspace.id, given.provider, given.userId, settings, now(), now(), settings, settings],
  )
}

export async function findInstallation({ em, workspace }: InWorkspace, provider: string): Promise<Installation | null> {
  const rows: Installation[] = await em.execute(
    `select id, provider, settings, created_at as "createdAt" from integration_installations where workspace_id = ? and provider = ?`,
    [workspace.id, provider],
  )
  return rows[0] ? { ...rows[0], createdAt: new Date(rows[0].createdAt) } : null
}

export const installedSettings = async (scope: InWorkspace, provider: string) => (await findInstallation(scope, provider))?.settings ?? {}

export async function installedProviders({ pool, workspace }: InWorkspace): Promise<Installation[]> {
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

/** Apps that somebody let into the workspace; each once, whoever let it in. */
export async function installedApps({ pool, workspace }: InWorkspace): Promise<InstalledApp[]> {
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
