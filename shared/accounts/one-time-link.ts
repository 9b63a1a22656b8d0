/** Links that work once: what a letter holds, and what the database keeps of it. */
import { randomText } from '../kernel/ids.js'
import type { Scope } from '../kernel/scope.js'
import { linkSpent } from './errors.js'
import { insertOneTimeToken, type OneTimeToken, oneTimeToken, type Purpose, takeOneTimeToken } from './one-time-token.queries.js'
import { hashKey } from './tokens/keys.js'

/** Long enough that its hash needs no salt. */
const tokenLength = 43

/** The address of a page, with a token that opens it once. The token itself is in the answer and nowhere else. */
export async function oneTimeLink(
  { em, config, now }: Pick<Scope, 'em' | 'config' | 'now'>,
  path: string,
  lives: number,
  about: Partial<OneTimeToken> & { purpose: Purpose },
): Promise<{ url: string; expiresAt: Date }> {
  const token = randomText(tokenLength)
  const expiresAt = new Date(now().getTime() + lives)
  await insertOneTimeToken(em, {
    userId: null,
    workspaceId: null,
    email: null,
    ...about,
    hashedToken: hashKey(token),
    now: now(),
    expiresAt,
  })
  return { url: `${config.baseUrl}${path}?token=${token}`, expiresAt }
}

/** What the link is about; refuses one that is spent. It stays usable. */
export async function readLink({ em, now }: Pick<Scope, 'em' | 'now'>, purpose: Purpose, token: string): Promise<OneTimeToken> {
  const found = await oneTimeToken(em, hashKey(token), purpose, now())
  if (!found) throw linkSpent()
  return found
}

/** What the link is about; afterwards it is spent. */
export async function spendLink({ em, now }: Pick<Scope, 'em' | 'now'>, purpose: Purpose, token: string): Promise<OneTimeToken> {
  const found = await takeOneTimeToken(em, hashKey(token), purpose, now())
  if (!found) throw linkSpent()
  return found
}
