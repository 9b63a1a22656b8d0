import type { z } from 'zod'
import { orTaken } from '../../kernel/or-taken.js'
import type { AdminScope } from '../../kernel/scope.js'
import { appNotFound, slugTaken } from '../errors.js'
import { hashKey, partialKey } from '../tokens/keys.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { type AppShape, type AppWithSecret, presentApp, type UpdateApp, type VerifyApp } from './app.schema.js'
import { newSecret } from './create-app.js'
import { OauthApp } from './oauth-app.entity.js'

/** Changes what is said of an app. What is left out stays. */
export async function updateApp(scope: WorkspaceScope, id: string, changes: z.infer<typeof UpdateApp>): Promise<AppShape> {
  const app = await requireApp(scope, id)
  scope.em.assign(app, { ...changes, updatedAt: scope.now() }, { ignoreUndefined: true })
  await orTaken(scope.em.flush(), () => slugTaken(changes.slug ?? app.slug))
  return presentApp(app)
}

/** Gives the app a new secret; the former one is dead at once. */
export async function rotateAppSecret(scope: WorkspaceScope, id: string): Promise<z.infer<typeof AppWithSecret>> {
  const app = await requireApp(scope, id)
  const secret = newSecret()
  Object.assign(app, { hashedSecret: hashKey(secret), partialSecret: partialKey(secret), updatedAt: scope.now() })
  return { ...presentApp(app), clientSecret: secret }
}

/** Deletes an app, and all access that anybody gave it. */
export async function deleteApp(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  await requireApp(scope, id)
  await scope.em.nativeDelete(OauthApp, id)
  return { id }
}

/** Opens an app to every workspace, or to its own alone. For the operator. */
export async function verifyApp({ em, now }: AdminScope, id: string, { verified }: z.infer<typeof VerifyApp>): Promise<AppShape> {
  const app = await em.findOne(OauthApp, { id })
  if (!app) throw appNotFound()
  Object.assign(app, { verified, updatedAt: now() })
  return presentApp(app)
}

/** One of the workspace's own apps. */
export async function requireApp({ em, workspace }: WorkspaceScope, id: string): Promise<OauthApp> {
  const app = await em.findOne(OauthApp, { id, workspaceId: workspace.id })
  if (!app) throw appNotFound()
  return app
}
