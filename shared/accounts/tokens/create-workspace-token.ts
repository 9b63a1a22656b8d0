import { z } from 'zod'
import { newId } from '../../kernel/ids.js'
import { onlyOwnersMakeMachines, tooManyTokens } from '../errors.js'
import { mailLetter } from '../jobs.js'
import { mostTokens, tokenRate } from '../limits.js'
import { Member } from '../member.entity.js'
import { throttle } from '../throttle.js'
import { User } from '../user.entity.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { expiryOf } from './expiry.js'
import { createToken } from './keys.js'
import { letterAboutKey } from './letter-about-key.js'
import { requireGrantable } from './require-scopes.js'
import { Expires, TokenName, TokenScopes } from './token-input.schema.js'
import { countTokens } from './token.queries.js'

export const CreateToken = z.object({
  name: TokenName,
  isMachine: z.boolean().default(false),
  scopes: TokenScopes.optional(),
  expires: Expires,
})

/** The key is in the answer and nowhere else. */
export const CreatedToken = z.object({ id: z.string(), token: z.string() })

/** Makes a key for the workspace: one that acts for the caller, or for a machine user of its own. */
export async function createWorkspaceToken(
  scope: WorkspaceScope,
  { name, isMachine, scopes = [], expires }: z.infer<typeof CreateToken>,
): Promise<z.infer<typeof CreatedToken>> {
  const { em, workspace, actor, now } = scope
  if (isMachine && actor.role !== 'owner') throw onlyOwnersMakeMachines()
  requireGrantable(scopes, actor.role)
  const end = expiryOf(scope, expires)
  await throttle(scope, `token:${workspace.id}`, tokenRate)
  if ((await countTokens(em, { workspaceId: workspace.id })) >= mostTokens) throw tooManyTokens()
  const userId = isMachine ? await createMachine(scope, name) : actor.user.id
  const { key, token } = createToken(em, { name, userId, workspaceId: workspace.id, scopes, expires: end }, now())
  if (actor.user.email) scope.enqueue(mailLetter, letterAboutKey(actor.user.email, name, workspace.name))
  return { id: token.id, token: key }
}

async function createMachine({ em, workspace, now }: WorkspaceScope, name: string): Promise<string> {
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
