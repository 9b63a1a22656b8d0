/** OAuth apps that have access to the workspace. */
import { z } from 'zod'
import { installationNotFound } from '../errors.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { deleteInstallation, installationsOf } from './oauth.queries.js'

export const InstallationSchema = z.object({
  id: z.string(),
  app: z.object({ id: z.string(), name: z.string(), slug: z.string() }),
  user: z.object({ id: z.string(), name: z.string().nullable() }),
  scopes: z.string().array(),
  lastUsed: z.string().nullable(),
  createdAt: z.string(),
})

export async function listInstallations({ pool, workspace }: WorkspaceScope): Promise<z.infer<typeof InstallationSchema>[]> {
  return (await installationsOf(pool, workspace.id)).map(
    ({ id, createdAt, scopes, lastUsed, appId, appName, appSlug, userId, userName }) => ({
      id,
      app: { id: appId, name: appName, slug: appSlug },
      user: { id: userId, name: userName },
      scopes: scopes?.split(' ') ?? [],
      lastUsed: lastUsed?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    }),
  )
}

/** Revokes the access of an app, effective immediately. Allowed for the user who authorized it, and with `workspaces.write`. */
export async function removeInstallation({ em, workspace, actor }: WorkspaceScope, id: string): Promise<{ id: string }> {
  const canRemoveAny = actor.permissions.has('workspaces.write')
  if (!(await deleteInstallation(em, workspace.id, id, canRemoveAny ? null : actor.user.id))) throw installationNotFound()
  return { id }
}
