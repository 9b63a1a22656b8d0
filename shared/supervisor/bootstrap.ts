/** Creates what a new installation needs before its first request. */
import { isDeepStrictEqual } from 'node:util'
import { bootstrapAccount } from '../accounts/index.js'
import type { Config } from '../kernel/config.js'
import { type Credentials, readCredentials, writeCredentials } from '../kernel/credentials.js'
import type { Database } from '../kernel/db/database.js'
import { randomText } from '../kernel/ids.js'
import { ensureDefaultDomain } from '../links/index.js'

/** Advisory lock that serialises concurrent starts. Any number not used elsewhere. */
const bootstrapLock = 7_104_201

/**
 * Creates the first workspace, its owner, its keys and the default short domain, and writes the keys to `credentials.json` in the data
 * directory. Keys come from the environment, then from that file, else they are generated. Idempotent.
 */
export async function bootstrap(database: Database, config: Config): Promise<Credentials> {
  return database.orm.em.fork().transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(?)', [bootstrapLock])
    const now = new Date()
    const stored = await readCredentials(config.dataDir)
    const { workspace, apiKey, publishableKey } = await bootstrapAccount(em, {
      slug: config.bootstrap.workspace,
      plan: config.bootstrap.plan,
      configured: config.bootstrap,
      stored: { apiKey: stored?.apiKey, publishableKey: stored?.publishableKey, workspaceId: stored?.workspace.id },
      now,
    })
    await ensureDefaultDomain(em, config.shortDomain, now)
    const credentials: Credentials = {
      apiKey,
      publishableKey,
      adminApiKey: config.adminApiKey ?? stored?.adminApiKey ?? randomText(32),
      cronSecret: config.cronSecret ?? stored?.cronSecret ?? randomText(32),
      encryptionKey: config.encryptionKeys[0] ?? stored?.encryptionKey ?? randomText(32),
      workspace: { id: workspace.id, slug: workspace.slug },
    }
    // Written while holding the lock, so that a concurrent start reads these keys instead of replacing them.
    if (!isDeepStrictEqual(stored, credentials)) await writeCredentials(config.dataDir, credentials)
    return credentials
  })
}
