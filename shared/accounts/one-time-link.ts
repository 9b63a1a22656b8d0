/** One-time links for emails. The database stores only the hash of their token. */
import type { Config } from '../kernel/config.js'
import { randomText } from '../kernel/ids.js'
import type { Scope } from '../kernel/scope.js'
import { oneTimeLinkInvalid } from './errors.js'
import {
  insertOneTimeToken,
  renewOneTimeToken,
  type OneTimeToken,
  findOneTimeToken,
  type OneTimeTokenPurpose,
  consumeOneTimeToken,
} from './one-time-token.queries.js'
import { hashKey } from './tokens/keys.js'

/** Long enough that its hash needs no salt. */
const oneTimeTokenLength = 43

/** Creates a link to a page with a new one-time token. The token is not stored in plain text. */
export async function createOneTimeLink(
  { em, config, now }: Pick<Scope, 'em' | 'config' | 'now'>,
  path: string,
  ttlMs: number,
  subject: Partial<OneTimeToken> & { purpose: OneTimeTokenPurpose },
): Promise<{ url: string; expiresAt: Date }> {
  const token = randomText(oneTimeTokenLength)
  const expiresAt = new Date(now().getTime() + ttlMs)
  await insertOneTimeToken(em, {
    userId: null,
    workspaceId: null,
    partnerId: null,
    enrolmentId: null,
    email: null,
    ...subject,
    hashedToken: hashKey(token),
    now: now(),
    expiresAt,
  })
  return { url: linkTo(config, path, token), expiresAt }
}

/**
 * Gives a pending link of a user a new token and returns its URL. Returns null if the link was used or revoked, so that a job that sends it
 * late or again cannot bring it back.
 */
export async function renewOneTimeLink(
  { em, config, now }: Pick<Scope, 'em' | 'config' | 'now'>,
  path: string,
  ttlMs: number,
  subject: Pick<OneTimeToken, 'purpose' | 'userId' | 'email'>,
): Promise<string | null> {
  const token = randomText(oneTimeTokenLength)
  const expiresAt = new Date(now().getTime() + ttlMs)
  const isPending = await renewOneTimeToken(em, { ...subject, hashedToken: hashKey(token), expiresAt })
  return isPending ? linkTo(config, path, token) : null
}

const linkTo = ({ baseUrl }: Config, path: string, token: string) => `${baseUrl}${path}?token=${token}`

/** The subject of a link, which stays valid. Refuses invalid, used and expired links. */
export async function readOneTimeLink(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  purpose: OneTimeTokenPurpose,
  token: string,
): Promise<OneTimeToken> {
  const found = await findOneTimeToken(em, hashKey(token), purpose, now())
  if (!found) throw oneTimeLinkInvalid()
  return found
}

/** The subject of a link, which is used up afterwards. Refuses invalid, used and expired links. */
export async function consumeOneTimeLink(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  purpose: OneTimeTokenPurpose,
  token: string,
): Promise<OneTimeToken> {
  const found = await consumeOneTimeToken(em, hashKey(token), purpose, now())
  if (!found) throw oneTimeLinkInvalid()
  return found
}
