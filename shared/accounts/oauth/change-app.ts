import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import type { AdminScope } from '../../kernel/scope.js'
import { appNotFound, slugTaken } from '../errors.js'
import { hashKey, partialKey } from '../tokens/keys.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { type AppShape, type AppWithSecret, presentApp, type UpdateApp, type VerifyApp } from './app.schema.js'
import { newSecret } from './create-app.js'
import { OauthApp } from './oauth-app.entity.js'

/** What users rely on when they authorize an app, and the operator when verifying it. */
const verifiedFields = ['name', 'slug', 'developer', 'website', 'logo', 'redirectUris'] as const

/** Changes the given fields of an app. One that says who the app is, or where its codes are sent, ends its verification. */
export async function updateApp(scope: WorkspaceScope, id: string, changes: z.infer<typeof UpdateApp>): Promise<AppShape> {
  const app = await requireApp(scope, id)
  if (verifiedFields.some((field) => changes[field] !== undefined && !isDeepStrictEqual(changes[field], app[field]))) app.verified = false
  scope.em.assign(app, { ...changes, updatedAt: scope.now() }, { ignoreUndefined: true })
  await mapUniqueViolation(scope.em.flush(), () => slugTaken(changes.slug ?? app.slug))
  return presentApp(app)
}

/** Replaces the secret of an app; the former one is invalid immediately. */
export async function rotateAppSecret(scope: WorkspaceScope, id: string): Promise<z.infer<typeof AppWithSecret>> {
  const app = await requireApp(scope, id)
  const secret = newSecret()
  Object.assign(app, { hashedSecret: hashKey(secret), partialSecret: partialKey(secret), updatedAt: scope.now() })
  return { ...presentApp(app), clientSecret: secret }
}

/** Deletes an app and revokes all its access. */
export async function deleteApp(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  await requireApp(scope, id)
  await scope.em.nativeDelete(OauthApp, id)
  return { id }
}

/** Verifies an app, which makes it available to all workspaces, or withdraws the verification. */
export async function verifyApp({ em, now }: AdminScope, id: string, { verified }: z.infer<typeof VerifyApp>): Promise<AppShape> {
  const app = await em.findOne(OauthApp, { id })
  if (!app) throw appNotFound()
  Object.assign(app, { verified, updatedAt: now() })
  return presentApp(app)
}

/** An app that the workspace develops. */
export async function requireApp({ em, workspace }: WorkspaceScope, id: string): Promise<OauthApp> {
  const app = await em.findOne(OauthApp, { id, workspaceId: workspace.id })
  if (!app) throw appNotFound()
  return app
}
