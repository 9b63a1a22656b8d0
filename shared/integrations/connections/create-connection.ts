import type { WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { tooManyConnections } from '../errors.js'
import { ensureInstalled } from '../installations/install.js'
import { findInstalledSettings } from '../installations/installation.queries.js'
import { maxConnections } from '../limits.js'
import { insertConnection, lockAndCountConnections } from './connection.queries.js'
import type { ConnectionAnswer, CreateConnection } from './connection.schema.js'
import { presentConnection } from './present-connection.js'
import { requireConnection, requireReceiver } from './require-connection.js'
import { sealApiKey, sealSecret } from './secrets.js'
import { inheritedSettings, parseSettings, withChanges } from './settings.js'

/** Creates a connection. It is active if it has a signing secret or accepts unsigned requests, otherwise pending. */
export async function createConnection(
  scope: WorkspaceScope,
  { providerSlug, name, signingSecret, apiKey, settings }: CreateConnection,
): Promise<ConnectionAnswer> {
  const provider = requireReceiver(providerSlug)
  if ((await lockAndCountConnections(scope)) >= maxConnections) throw tooManyConnections()
  await ensureInstalled(scope, provider)
  const defaults = inheritedSettings(await findInstalledSettings(scope, providerSlug))
  const mergedSettings = parseSettings(provider, withChanges(defaults, settings))
  const id = newId('conn_', scope.now().getTime())
  await insertConnection(scope.em, {
    id,
    workspaceId: scope.workspace.id,
    provider: providerSlug,
    name: name ?? provider.name,
    settings: mergedSettings,
    userId: scope.actor.user.id,
    createdAt: scope.now(),
    status: signingSecret !== undefined || mergedSettings.allowUnsigned === true ? 'active' : 'pending',
    sealedSecret: signingSecret === undefined ? null : sealSecret(scope, { id, provider: providerSlug }, signingSecret),
    sealedApiKey: apiKey === undefined ? null : sealApiKey(scope, id, apiKey),
  })
  return presentConnection(scope, await requireConnection(scope, id))
}
