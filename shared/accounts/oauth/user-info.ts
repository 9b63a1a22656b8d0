import { z } from 'zod'
import { appTokenRequired } from '../errors.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { isTokenOfApp } from './oauth.queries.js'

export const UserInfo = z.object({
  id: z.string(),
  name: z.string().nullable(),
  image: z.string().nullable(),
  workspace: z.object({ id: z.string(), slug: z.string(), name: z.string(), logo: z.string().nullable() }),
})

/** The user and workspace of an app access token. */
export async function userInfo({ pool, actor, workspace }: WorkspaceScope): Promise<z.infer<typeof UserInfo>> {
  if (!actor.tokenId || !(await isTokenOfApp(pool, actor.tokenId))) throw appTokenRequired()
  const { id, name, image } = actor.user
  return { id, name, image, workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name, logo: workspace.logo ?? null } }
}
