import { z } from 'zod'
import { newId } from '../../kernel/ids.js'
import { machineUsersNeedOwner, tooManyTokens } from '../errors.js'
import { sendEmailJob } from '../jobs.js'
import { maxTokens, tokenRate } from '../limits.js'
import { Member } from '../member.entity.js'
import { requireEnabledWorkspace } from '../members/require-enabled-workspace.js'
import { throttle } from '../throttle.js'
import { User } from '../user.entity.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { createToken } from './keys.js'
import { parseExpiry } from './parse-expiry.js'
import { requireGrantableScopes } from './require-grantable-scopes.js'
import { tokenCreatedEmail } from './token-created-email.js'
import { Expires, TokenName, TokenScopes } from './token-input.schema.js'
import { countTokens } from './token.queries.js'

export const CreateToken = z.object({
  name: TokenName,
  isMachine: z.boolean().default(false),
  scopes: TokenScopes.optional(),
  expires: Expires,
})

/** The only response that contains the key. */
export const CreatedToken = z.object({ id: z.string(), token: z.string() })

/** Creates a workspace key that acts for the caller, or for a new machine user. */
export async function createWorkspaceToken(
  scope: WorkspaceScope,
  { name, isMachine, scopes = [], expires }: z.infer<typeof CreateToken>,
): Promise<z.infer<typeof CreatedToken>> {
  const { em, workspace, actor, now } = scope
  if (isMachine && actor.role !== 'owner') throw machineUsersNeedOwner()
  requireGrantableScopes(scopes, actor.role)
  const expiresAt = parseExpiry(scope, expires)
  await throttle(scope, `token:${workspace.id}`, tokenRate)
  if ((await countTokens(em, { workspaceId: workspace.id })) >= maxTokens) throw tooManyTokens()
  const userId = isMachine ? await createMachineUser(scope, name) : actor.user.id
  const { key, token } = createToken(em, { name, userId, workspaceId: workspace.id, scopes, expires: expiresAt }, now())
  if (actor.user.email) scope.enqueue(sendEmailJob, tokenCreatedEmail(actor.user.email, name, workspace.name))
  return { id: token.id, token: key }
}

async function createMachineUser({ em, workspace, now }: WorkspaceScope, name: string): Promise<string> {
  await requireEnabledWorkspace(em, workspace.id)
  const user = em.create(User, {
    id: newId('user_', now().getTime()),
    name,
    email: null,
    image: null,
    isMachine: true,
    defaultWorkspace: null,
    createdAt: now(),
    updatedAt: now(),
  })
  em.persist(user)
  await em.flush()
  em.persist(
    em.create(Member, { id: newId('mem_', now().getTime()), workspaceId: workspace.id, userId: user.id, role: 'member', createdAt: now() }),
  )
  await em.flush()
  return user.id
}
