/** Creates what a new installation needs before its first request. */
import { isDeepStrictEqual } from 'node:util'
import type { EntityManager } from '@mikro-orm/postgresql'
import { bootstrapAccount, createSignInLink } from '../accounts/index.js'
import type { Config } from '../kernel/config.js'
import { type KnownCredentials, readCredentials, writeCredentials } from '../kernel/credentials.js'
import { advisoryLocks } from '../kernel/db/advisory-locks.js'
import type { Database } from '../kernel/db/database.js'
import { assertKeysComplete, sealCheckValue } from '../kernel/encryption-keys.js'
import { findEncryptionKeysIn, registerEncryptionKey } from '../kernel/encryption-keys.queries.js'
import { randomText } from '../kernel/ids.js'
import { openVault } from '../kernel/vault.js'
import { ensureDefaultDomain } from '../links/index.js'

/**
 * Creates the first workspace, its owner, its keys and the default short domain, and writes the keys to `credentials.json` in the data
 * directory. Keys come from the environment, then from that file, else they are generated. Keys that exist in the database are only
 * replaced by keys of the environment. Idempotent.
 */
export async function bootstrap(database: Database, config: Config): Promise<KnownCredentials> {
  return database.orm.em.fork().transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(?)', [advisoryLocks.bootstrap])
    const now = new Date()
    const stored = await readCredentials(config.dataDir)
    const encryptionKey = await ensureEncryptionKey(em, config, stored?.encryptionKey, now)
    const { workspace, apiKey, publishableKey } = await bootstrapAccount(em, {
      slug: config.bootstrap.workspace,
      plan: config.bootstrap.plan,
      configured: config.bootstrap,
      stored: { apiKey: stored?.apiKey, publishableKey: stored?.publishableKey, workspaceId: stored?.workspace.id },
      now,
    })
    await ensureDefaultDomain(em, config.shortDomain, now)
    const credentials: KnownCredentials = {
      ...(apiKey === undefined ? {} : { apiKey }),
      publishableKey,
      adminApiKey: config.adminApiKey ?? stored?.adminApiKey ?? randomText(32),
      cronSecret: config.cronSecret ?? stored?.cronSecret ?? randomText(32),
      encryptionKey,
      workspace: { id: workspace.id, slug: workspace.slug },
    }
    // Former secrets are sealed with the stored key, so that the one of the environment does not replace it.
    const kept = { ...credentials, encryptionKey: stored?.encryptionKey ?? encryptionKey }
    // Written while holding the lock, so that a concurrent start reads these keys instead of replacing them.
    if (!isDeepStrictEqual(stored, kept)) await store(config, kept)
    return credentials
  })
}

/** A new link that signs the owner of the first workspace in to the console; null if the first key was deleted. */
export const ownerSignInLink = (database: Database, config: Config): Promise<string | null> =>
  database.orm.em.fork().transactional((em) => createSignInLink({ em, config, now: () => new Date() }))

/** The key that seals. It is generated only for a database without sealed secrets. Throws `ConfigError` when a former key is missing. */
async function ensureEncryptionKey(em: EntityManager, config: Config, stored: string | undefined, now: Date): Promise<string> {
  const registered = await findEncryptionKeysIn(em)
  const keys = config.encryptionKeys.length > 0 ? config.encryptionKeys : stored === undefined ? [] : [stored]
  assertKeysComplete(registered, keys.length > 0 ? openVault(keys) : undefined)
  const [key = randomText(32)] = keys
  await registerEncryptionKey(em, sealCheckValue(openVault([key])), now)
  return key
}

/** When the environment contains all keys, the directory may be read-only. */
async function store(config: Config, credentials: KnownCredentials): Promise<void> {
  const { apiKey, publishableKey } = config.bootstrap
  const isRequired = !(apiKey && publishableKey && config.adminApiKey && config.cronSecret && config.encryptionKeys.length > 0)
  await writeCredentials(config.dataDir, credentials).catch((error) => {
    if (isRequired) throw error
  })
}
