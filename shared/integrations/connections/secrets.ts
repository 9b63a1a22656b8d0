/** The secrets of a connection, encrypted at rest and decrypted only where they are used. */
import type { Scope } from '../../kernel/scope.js'
import type { Connection } from './connection.queries.js'

const sealContext = (connectionId: string, kind: 'secret' | 'api-key') => `${connectionId} ${kind}`

export const sealSecret = ({ vault }: Pick<Scope, 'vault'>, connectionId: string, secret: string) =>
  vault.seal(secret, sealContext(connectionId, 'secret'))
export const sealApiKey = ({ vault }: Pick<Scope, 'vault'>, connectionId: string, key: string) =>
  vault.seal(key, sealContext(connectionId, 'api-key'))

/** The secrets valid now, newest first. */
export function signingSecrets(
  { vault, now }: Pick<Scope, 'vault' | 'now'>,
  { id, sealedSecret, sealedPreviousSecret, previousSecretUntil }: Connection,
): string[] {
  const previous = previousSecretUntil && previousSecretUntil > now() ? sealedPreviousSecret : null
  return [sealedSecret, previous].flatMap((sealed) => (sealed ? [vault.open(sealed, sealContext(id, 'secret'))] : []))
}

export const apiKeyOf = ({ vault }: Pick<Scope, 'vault'>, { id, sealedApiKey }: Connection) =>
  sealedApiKey ? vault.open(sealedApiKey, sealContext(id, 'api-key')) : null
