/** The secrets of a connection: sealed at rest, opened only where they are used. */
import type { Scope } from '../../kernel/scope.js'
import type { Connection } from './connection.queries.js'

const ownerOf = (connectionId: string, what: 'secret' | 'api-key') => `${connectionId} ${what}`

export const sealSecret = ({ vault }: Pick<Scope, 'vault'>, connectionId: string, secret: string) =>
  vault.seal(secret, ownerOf(connectionId, 'secret'))
export const sealApiKey = ({ vault }: Pick<Scope, 'vault'>, connectionId: string, key: string) =>
  vault.seal(key, ownerOf(connectionId, 'api-key'))

/** All that are valid now, the newest first. */
export function signingSecrets(
  { vault, now }: Pick<Scope, 'vault' | 'now'>,
  { id, sealedSecret, sealedPreviousSecret, previousSecretUntil }: Connection,
): string[] {
  const previous = previousSecretUntil && previousSecretUntil > now() ? sealedPreviousSecret : null
  return [sealedSecret, previous].flatMap((sealed) => (sealed ? [vault.open(sealed, ownerOf(id, 'secret'))] : []))
}

export const apiKeyOf = ({ vault }: Pick<Scope, 'vault'>, { id, sealedApiKey }: Connection) =>
  sealedApiKey ? vault.open(sealedApiKey, ownerOf(id, 'api-key')) : null
