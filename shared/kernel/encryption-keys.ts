/**
 * Every key that has ever sealed secrets of this database is registered with a sealed check value, so that a start without one of them is
 * refused before a secret cannot be opened or is sealed with another key.
 */
import type pg from 'pg'
import { ConfigError } from './config.js'
import { findEncryptionKeys } from './encryption-keys.queries.js'
import type { Vault } from './vault.js'

const checkText = 'tributary'
const ownerOf = (keyId: string) => `encryption key ${keyId}`

/** The check value of the sealing key. */
export const sealCheckValue = (vault: Vault) => ({ id: vault.sealingKeyId, checkValue: vault.seal(checkText, ownerOf(vault.sealingKeyId)) })

export interface RegisteredKey {
  id: string
  checkValue: string
}

/** Fingerprints of the registered keys that the vault does not hold. Without a vault, all of them are missing. */
export const missingKeys = (registered: readonly RegisteredKey[], vault: Vault | undefined): string[] =>
  registered.filter((key) => !opens(vault, key)).map(({ id }) => id)

/** Throws `ConfigError` when a registered key is missing. */
export function assertKeysComplete(registered: readonly RegisteredKey[], vault: Vault | undefined): void {
  const missing = missingKeys(registered, vault)
  if (missing.length === 0) return
  throw new ConfigError(
    `ENCRYPTION_KEY is incomplete: secrets in the database are sealed with the key of fingerprint ${missing.join(', ')}, which is neither in ` +
      'ENCRYPTION_KEY nor in DATA_DIR/credentials.json: add it to ENCRYPTION_KEY after a comma, or restore credentials.json.',
  )
}

/** Checks the keys of a process against the database. */
export async function requireEncryptionKeys(pool: pg.Pool, vault: Vault): Promise<void> {
  assertKeysComplete(await findEncryptionKeys(pool), vault)
}

function opens(vault: Vault | undefined, { id, checkValue }: RegisteredKey): boolean {
  try {
    return vault?.open(checkValue, ownerOf(id)) === checkText
  } catch {
    return false
  }
}
