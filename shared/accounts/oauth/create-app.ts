import type { z } from 'zod'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { newId, randomText } from '../../kernel/ids.js'
import { slugTaken } from '../errors.js'
import { hashKey, partialKey } from '../tokens/keys.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { type AppWithSecret, type CreateApp, presentApp } from './app.schema.js'
import { OauthApp } from './oauth-app.entity.js'

const clientIdPrefix = 'svc_app_'
const secretPrefix = 'svc_app_secret_'

export const newSecret = () => secretPrefix + randomText(30)

/** Registers an OAuth app of the workspace. Only this response contains its secret. */
export async function createApp(
  { em, workspace, actor, now }: WorkspaceScope,
  input: z.infer<typeof CreateApp>,
): Promise<z.infer<typeof AppWithSecret>> {
  const secret = newSecret()
  const { description = null, readme = null, logo = null, ...rest } = input
  const app = em.create(OauthApp, {
    ...rest,
    description,
    readme,
    logo,
    id: newId('app_', now().getTime()),
    workspaceId: workspace.id,
    userId: actor.user.id,
    verified: false,
    clientId: clientIdPrefix + randomText(24),
    hashedSecret: hashKey(secret),
    partialSecret: partialKey(secret),
    createdAt: now(),
    updatedAt: now(),
  })
  em.persist(app)
  await mapUniqueViolation(em.flush(), () => slugTaken(input.slug))
  return { ...presentApp(app), clientSecret: secret }
}
