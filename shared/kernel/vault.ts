/** Encrypts secrets that must be read back (a webhook's signing secret, a provider's key), so that a database dump reveals none of them. */
import { hkdfSync } from 'node:crypto'
import { sha256 } from './hash.js'
import { openBox, sealBox } from './sealed-box.js'
import { StartupError } from './startup-error.js'

export interface Vault {
  /** Identifies the sealing key without revealing it. */
  readonly sealingKeyId: string
  /** Encrypts a secret for `owner`. It can only be opened for the same owner, so that it cannot be moved to another row. */
  seal(secret: string, owner: string): string
  /** Throws `VaultError` when the text was altered, belongs to another owner or was sealed with an unknown key. */
  open(sealed: string, owner: string): string
}

export class VaultError extends Error {
  override name = 'VaultError'
}

interface SealingKey {
  /** Identifies the key without revealing it. */
  id: string
  bytes: Buffer
}

const version = 'v1'

export const isSealed = (text: string): boolean => text.startsWith(`${version}.`)

/**
 * The first key seals, all keys open, so that a key is rotated by putting the new one first. The encryption key is derived with
 * HKDF-SHA-256 (RFC 5869).
 */
export function openVault(keys: string[]): Vault {
  const derivedKeys = keys.map(deriveKey)
  const [sealingKey] = derivedKeys
  if (!sealingKey)
    throw new StartupError(
      'ENCRYPTION_KEY is not set and DATA_DIR/credentials.json contains no key: run `npm run migrate` here, or set the key of the installation.',
    )
  return {
    sealingKeyId: sealingKey.id,
    seal(secret, owner) {
      return `${version}.${sealingKey.id}.${sealBox(secret, sealingKey.bytes, owner).toString('base64url')}`
    },
    open(text, owner) {
      const [textVersion, id, sealed] = text.split('.')
      const key = derivedKeys.find((one) => one.id === id)
      if (textVersion !== version || !key || !sealed) throw new VaultError('the secret was sealed with a key that is not in ENCRYPTION_KEY')
      return unseal(key, Buffer.from(sealed, 'base64url'), owner)
    },
  }
}

function unseal(key: SealingKey, sealed: Buffer, owner: string): string {
  try {
    return openBox(sealed, key.bytes, owner)
  } catch {
    throw new VaultError('the sealed secret was altered or truncated, or belongs to another owner')
  }
}

function deriveKey(key: string): SealingKey {
  const bytes = Buffer.from(hkdfSync('sha256', key, 'tributary', 'vault', 32))
  return { id: sha256(bytes).toString('hex').slice(0, 8), bytes }
}
