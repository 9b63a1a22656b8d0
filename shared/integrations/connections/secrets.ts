/** The secrets of a connection, encrypted at rest and decrypted only where they are used. */
import type { Scope } from '../../kernel/scope.js'
import { secretInvalid } from '../errors.js'
import type { Connection } from './connection.queries.js'
import { requireReceiver } from './require-connection.js'

const sealContext = (connectionId: string, kind: 'secret' | 'api-key') => `${connectionId} ${kind}`

/** Refuses a secret that cannot be one of the provider. */
export function sealSecret({ vault }: Pick<Scope, 'vault'>, { id, provider }: Pick<Connection, 'id' | 'provider'>, secret: string): string {
  const { secretPattern, secretName } = requireReceiver(provider).receiver
  if (secretPattern && !secretPattern.test(secret)) throw secretInvalid(secretName)
  return vault.seal(secret, sealContext(id, 'secret'))
}

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
