/** What a fresh installation needs before anybody can call it. */
import { isDeepStrictEqual } from 'node:util'
import { bootstrapAccount } from '../accounts/index.js'
import type { Config } from '../kernel/config.js'
import { type Credentials, readCredentials, writeCredentials } from '../kernel/credentials.js'
import type { Database } from '../kernel/database.js'
import { randomText } from '../kernel/ids.js'
import { ensureDefaultDomain } from '../links/index.js'

/** Any number serves as long as nothing else uses it: two starts at once must not make two first workspaces. */
const bootstrapLock = 7_104_201

/**
 * Afterwards the first workspace, its owner, its keys and the default short domain exist, and `credentials.json` in the data directory says
 * the keys. Keys come from the environment, else from that file, else they are made. Safe at every start.
 */
export async function bootstrap(database: Database, config: Config): Promise<Credentials> {
  return database.orm.em.fork().transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(?)', [bootstrapLock])
    const now = new Date()
    const kept = await readCredentials(config.dataDir)
    const { workspace, apiKey, publishableKey } = await bootstrapAccount(em, {
      slug: config.bootstrap.workspace,
      plan: config.bootstrap.plan,
      given: config.bootstrap,
      kept: { apiKey: kept?.apiKey, publishableKey: kept?.publishableKey, workspaceId: kept?.workspace.id },
      now,
    })
    await ensureDefaultDomain(em, config.shortDomain, now)
    const credentials: Credentials = {
      apiKey,
      publishableKey,
      adminApiKey: config.adminApiKey ?? kept?.adminApiKey ?? randomText(32),
      cronSecret: config.cronSecret ?? kept?.cronSecret ?? randomText(32),
      encryptionKey: config.encryptionKeys[0] ?? kept?.encryptionKey ?? randomText(32),
      workspace: { id: workspace.id, slug: workspace.slug },
    }
    // Written under the lock: a second start must read these keys, not replace them.
    if (!isDeepStrictEqual(kept, credentials)) await writeCredentials(config.dataDir, credentials)
    return credentials
  })
}
