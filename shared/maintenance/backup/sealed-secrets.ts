/** The keys of an installation and of the files of its backup, sealed with a passphrase. */
import { randomBytes, scryptSync } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '../../kernel/config.js'
import { readCredentials, withStoredKeys } from '../../kernel/credentials.js'
import { openBox, sealBox } from '../../kernel/sealed-box.js'
import { StartupError } from '../../kernel/startup-error.js'

const Secrets = z.object({
  /** The content of `credentials.json`; null if the environment contains all keys and the directory has none. */
  credentials: z.record(z.string(), z.unknown()).nullable(),
  /** Encrypts the tables and files of the backup, in base64. */
  fileKey: z.string(),
  /** The keys in use, wherever they came from. */
  encryptionKeys: z.array(z.string()),
})
export type Secrets = z.infer<typeof Secrets>

const saltLength = 16
const context = 'tributary backup'

/** 64 MiB and about a quarter of a second per guess. */
const deriveKey = (passphrase: string, salt: Buffer) => scryptSync(passphrase, salt, 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 })

export async function readSecrets(config: Config): Promise<Secrets> {
  const { encryptionKeys } = await withStoredKeys(config)
  return { credentials: await readCredentials(config.dataDir), encryptionKeys, fileKey: randomBytes(32).toString('base64') }
}

export function sealSecrets(secrets: Secrets, passphrase: string): Buffer {
  const salt = randomBytes(saltLength)
  return Buffer.concat([salt, sealBox(JSON.stringify(secrets), deriveKey(passphrase, salt), context)])
}

export function openSecrets(sealed: Buffer, passphrase: string): Secrets {
  let text: string
  try {
    text = openBox(sealed.subarray(saltLength), deriveKey(passphrase, sealed.subarray(0, saltLength)), context)
  } catch {
    throw new StartupError('BACKUP_PASSPHRASE is not the passphrase of this backup.')
  }
  return Secrets.parse(JSON.parse(text))
}
