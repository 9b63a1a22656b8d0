/**
 * Seals secrets that have to be read again (a webhook's signing secret, a provider's key), so that a dump of the database tells none of
 * them.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { StartRefusal } from './start-refusal.js'

export interface Vault {
  /** The sealed text opens only for the same `owner`, so that nobody moves a secret from one row to another. */
  seal(secret: string, owner: string): string
  /** Throws `VaultError` when the text was altered, belongs to another owner or was sealed with a key that is gone. */
  open(sealed: string, owner: string): string
}

export class VaultError extends Error {
  override name = 'VaultError'
}

interface SealingKey {
  /** Names the key without telling it. */
  id: string
  bytes: Buffer
}

const version = 'v1'
const nonceLength = 12
const tagLength = 16

/**
 * `keys`: the first one seals, all of them open, so that a key is replaced by putting a new one in front. AES-256-GCM with a random nonce
 * of 96 bits (NIST SP 800-38D); the cipher's key is derived with HKDF-SHA-256 (RFC 5869).
 */
export function openVault(keys: string[]): Vault {
  const all = keys.map(derive)
  const [first] = all
  if (!first)
    throw new StartRefusal(
      'ENCRYPTION_KEY is not set and DATA_DIR/credentials.json has none: run `npm run migrate` here, or name the key of the installation.',
    )
  return {
    seal(secret, owner) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', first.bytes, nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${version}.${first.id}.${sealed.toString('base64url')}`
    },
    open(text, owner) {
      const [found, id, sealed] = text.split('.')
      const key = all.find((one) => one.id === id)
      if (found !== version || !key || !sealed) throw new VaultError('a secret was sealed with a key that ENCRYPTION_KEY does not name')
      return unseal(key, Buffer.from(sealed, 'base64url'), owner)
    },
  }
}

function unseal(key: SealingKey, sealed: Buffer, owner: string): string {
  if (sealed.length < nonceLength + tagLength) throw new VaultError('a sealed secret is damaged')
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(-tagLength))
  const secret = decipher.update(sealed.subarray(nonceLength, -tagLength))
  try {
    return Buffer.concat([secret, decipher.final()]).toString('utf8')
  } catch {
    throw new VaultError('a sealed secret was altered, or belongs to something else')
  }
}

function derive(key: string): SealingKey {
  const bytes = Buffer.from(hkdfSync('sha256', key, 'tributary', 'vault', 32))
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes }
}
