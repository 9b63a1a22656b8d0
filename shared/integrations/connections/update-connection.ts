import { impersonationRefused, type WorkspaceScope } from '../../accounts/index.js'
import { hours } from '../../kernel/time.js'
import { apiKeyMissing, secretMissing } from '../errors.js'
import { type Connection, type ConnectionWithActivity, updateConnectionRow } from './connection.queries.js'
import type { ConnectionAnswer, UpdateConnection } from './connection.schema.js'
import { presentConnection } from './present-connection.js'
import { requireConnection, requireReceiver } from './require-connection.js'
import { sealApiKey, sealSecret } from './secrets.js'
import { parseSettings, readSettings, withChanges } from './settings.js'

/** Changes the given fields of a connection. An operator in the place of the user changes only its name and status. */
export async function updateConnection(scope: WorkspaceScope, id: string, input: UpdateConnection): Promise<ConnectionAnswer> {
  if (scope.actor.isImpersonated && changesAccess(input)) throw impersonationRefused()
  const connection = await requireConnection(scope, id, { locked: true })
  const changed: ConnectionWithActivity = {
    ...connection,
    name: input.name ?? connection.name,
    settings: input.settings
      ? parseSettings(requireReceiver(connection.provider), withChanges(connection.settings, input.settings))
      : connection.settings,
    ...changedSecrets(scope, connection, input),
    updatedAt: scope.now(),
  }
  requireKeyForOtherApi(connection, changed, input)
  const stored = { ...changed, status: changedStatus(changed, input) }
  await updateConnectionRow(scope.em, stored)
  return presentConnection(scope, stored)
}

/** These decide who may send events, and which server gets the stored key. */
const changesAccess = ({ signingSecret, apiKey, settings = {} }: UpdateConnection) =>
  signingSecret !== undefined || apiKey !== undefined || Object.keys(settings).length > 0

/** A stored key goes to no other address: a member who may change settings could otherwise have it sent to a server of their own. */
function requireKeyForOtherApi(before: Connection, after: Connection, { apiKey, settings }: UpdateConnection): void {
  if (before.sealedApiKey === null || apiKey !== undefined || settings === undefined) return
  const provider = requireReceiver(before.provider)
  const apiUrlOf = (connection: Connection) => readSettings(provider, connection.settings).apiUrl
  if (apiUrlOf(before) !== apiUrlOf(after)) throw apiKeyMissing()
}

function changedSecrets(
  scope: WorkspaceScope,
  { id, provider, sealedSecret }: Connection,
  { signingSecret, overlapHours, apiKey }: UpdateConnection,
): Partial<Connection> {
  const secrets: Partial<Connection> = {}
  if (signingSecret !== undefined) {
    const keepsPrevious = sealedSecret !== null && overlapHours > 0
    secrets.sealedSecret = sealSecret(scope, { id, provider }, signingSecret)
    secrets.sealedPreviousSecret = keepsPrevious ? sealedSecret : null
    secrets.previousSecretUntil = keepsPrevious ? new Date(scope.now().getTime() + hours(overlapHours)) : null
  }
  if (apiKey !== undefined) secrets.sealedApiKey = apiKey === null ? null : sealApiKey(scope, id, apiKey)
  return secrets
}

/** A pending connection becomes active once requests can be verified; a paused one stays paused until a caller activates it. */
function changedStatus({ status, sealedSecret, settings }: Connection, { status: requested }: UpdateConnection): Connection['status'] {
  const canVerify = sealedSecret !== null || settings.allowUnsigned === true
  if (requested === 'active' && !canVerify) throw secretMissing()
  if (requested) return requested
  if (status === 'pending' && canVerify) return 'active'
  return status === 'active' && !canVerify ? 'pending' : status
}
