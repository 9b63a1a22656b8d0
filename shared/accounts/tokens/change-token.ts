import { z } from 'zod'
import { tokenNotFound } from '../errors.js'
import { Token } from '../token.entity.js'
import { User } from '../user.entity.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { presentToken, type TokenShape } from './present-token.js'
import { requireGrantableScopes } from './require-grantable-scopes.js'
import { TokenName, TokenScopes } from './token-input.schema.js'

export const UpdateToken = z.object({ name: TokenName, scopes: TokenScopes })

/** Changes name and scopes of a key, effective with its next request. */
export async function updateToken(scope: WorkspaceScope, id: string, { name, scopes }: z.infer<typeof UpdateToken>): Promise<TokenShape> {
  requireGrantableScopes(scopes, scope.actor.role)
  const { token, user } = await requireToken(scope, id)
  Object.assign(token, { name, scopes: scopes.join(' ') || null, updatedAt: scope.now() })
  const { partialKey, createdAt, updatedAt } = token
  return presentToken({
    id,
    name,
    partialKey,
    createdAt,
    updatedAt,
    scopes: token.scopes ?? null,
    expires: token.expires ?? null,
    lastUsed: token.lastUsed ?? null,
    userId: user.id,
    userName: user.name ?? null,
    userImage: user.image ?? null,
    isMachine: user.isMachine,
  })
}

/** Deletes a key, effective immediately. A machine user is deleted with its last key. */
export async function deleteToken(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  const { em } = scope
  const { user } = await requireToken(scope, id)
  await em.nativeDelete(Token, id)
  if (user.isMachine && (await em.count(Token, { userId: user.id })) === 0) await em.nativeDelete(User, user.id)
  return { id }
}

async function requireToken({ em, workspace }: WorkspaceScope, id: string): Promise<{ token: Token; user: User }> {
  const token = await em.findOne(Token, { id, workspaceId: workspace.id, installationId: null })
  const user = token && (await em.findOne(User, token.userId))
  if (!token || !user) throw tokenNotFound()
  return { token, user }
}
