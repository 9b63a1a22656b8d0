/** Keys of a person: they open every workspace that the person may enter, in the person's role there. */
import { z } from 'zod'
import { tokenNotFound, tooManyTokens } from '../errors.js'
import { mailLetter } from '../jobs.js'
import { mostTokens } from '../limits.js'
import { Token } from '../token.entity.js'
import type { UserScope } from '../workspace-scope.js'
import type { CreatedToken } from './create-workspace-token.js'
import { expiryOf } from './expiry.js'
import { createToken } from './keys.js'
import { letterAboutKey } from './letter-about-key.js'
import { presentToken, type TokenShape } from './present-token.js'
import { Expires, TokenName } from './token-input.schema.js'
import { countTokens, personalTokens } from './token.queries.js'

export const CreatePersonalToken = z.object({ name: TokenName, expires: Expires })
export const DeletePersonalToken = z.object({ id: z.string().max(100) })

export async function createPersonalToken(
  scope: UserScope,
  { name, expires }: z.infer<typeof CreatePersonalToken>,
): Promise<z.infer<typeof CreatedToken>> {
  const { em, user, now } = scope
  const end = expiryOf(scope, expires)
  if ((await countTokens(em, { userId: user.id })) >= mostTokens) throw tooManyTokens()
  const { key, token } = createToken(em, { name, userId: user.id, workspaceId: null, expires: end }, now())
  if (user.email) scope.enqueue(mailLetter, letterAboutKey(user.email, name, null))
  return { id: token.id, token: key }
}

export async function listPersonalTokens({ pool, user }: UserScope): Promise<TokenShape[]> {
  return (await personalTokens(pool, user.id, mostTokens)).map(presentToken)
}

export async function deletePersonalToken({ em, user }: UserScope, { id }: z.infer<typeof DeletePersonalToken>): Promise<{ id: string }> {
  if ((await em.nativeDelete(Token, { id, userId: user.id, workspaceId: null })) === 0) throw tokenNotFound()
  return { id }
}
