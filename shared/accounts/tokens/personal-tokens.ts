/** Personal API keys: valid for all workspaces of the user, with the user's role there. */
import { z } from 'zod'
import { tokenNotFound, tooManyTokens } from '../errors.js'
import { sendEmailJob } from '../jobs.js'
import { maxTokens } from '../limits.js'
import { Token } from '../token.entity.js'
import type { UserScope } from '../workspace-scope.js'
import type { CreatedToken } from './create-workspace-token.js'
import { createToken } from './keys.js'
import { parseExpiry } from './parse-expiry.js'
import { presentToken, type TokenShape } from './present-token.js'
import { tokenCreatedEmail } from './token-created-email.js'
import { Expires, TokenName } from './token-input.schema.js'
import { countTokens, personalTokens } from './token.queries.js'

export const CreatePersonalToken = z.object({ name: TokenName, expires: Expires })
export const DeletePersonalToken = z.object({ id: z.string().max(100) })

export async function createPersonalToken(
  scope: UserScope,
  { name, expires }: z.infer<typeof CreatePersonalToken>,
): Promise<z.infer<typeof CreatedToken>> {
  const { em, user, now } = scope
  const expiresAt = parseExpiry(scope, expires)
  if ((await countTokens(em, { userId: user.id })) >= maxTokens) throw tooManyTokens()
  const { key, token } = createToken(em, { name, userId: user.id, workspaceId: null, expires: expiresAt }, now())
  if (user.email) scope.enqueue(sendEmailJob, tokenCreatedEmail(user.email, name, null))
  return { id: token.id, token: key }
}

export async function listPersonalTokens({ pool, user }: UserScope): Promise<TokenShape[]> {
  return (await personalTokens(pool, user.id, maxTokens)).map(presentToken)
}

export async function deletePersonalToken({ em, user }: UserScope, { id }: z.infer<typeof DeletePersonalToken>): Promise<{ id: string }> {
  if ((await em.nativeDelete(Token, { id, userId: user.id, workspaceId: null })) === 0) throw tokenNotFound()
  return { id }
}
