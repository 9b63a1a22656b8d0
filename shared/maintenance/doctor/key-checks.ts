/** Whether the secrets in the database can be decrypted. */
import { withStoredKeys } from '../../kernel/credentials.js'
import { missingKeys } from '../../kernel/encryption-keys.js'
import { findEncryptionKeys } from '../../kernel/encryption-keys.queries.js'
import { openVault } from '../../kernel/vault.js'
import type { DoctorContext, Finding } from './checks.js'

export async function checkKeys({ config, pool }: DoctorContext): Promise<Finding[]> {
  const { encryptionKeys } = await withStoredKeys(config)
  const registered = await findEncryptionKeys(pool)
  const missing = missingKeys(registered, encryptionKeys.length > 0 ? openVault(encryptionKeys) : undefined)
  if (missing.length === 0) return [{ state: 'good', found: `${registered.length} of ${registered.length} keys are present` }]
  return [
    {
      state: 'bad',
      found: `the key of fingerprint ${missing.join(', ')} is missing`,
      advice: 'Add it to ENCRYPTION_KEY after a comma, or restore credentials.json in DATA_DIR.',
    },
  ]
}
