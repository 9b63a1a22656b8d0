/** Which apps act in the workspace, and for whom. */
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

/** Puts an app out: who let it in may, and whoever may change the workspace. Its tokens are dead with the next request. */
export async function endInstallation({ em, workspace, actor }: WorkspaceScope, id: string): Promise<{ id: string }> {
  const anybodys = actor.permissions.has('workspaces.write')
  if (!(await deleteInstallation(em, workspace.id, id, anybodys ? null : actor.user.id))) throw installationNotFound()
  return { id }
}
