import type { WorkspaceScope } from '../../accounts/index.js'
import { hours } from '../../kernel/time.js'
import { secretMissing } from '../errors.js'
import { type Connection, type ConnectionWithActivity, updateConnectionRow } from './connection.queries.js'
import type { ConnectionAnswer, UpdateConnection } from './connection.schema.js'
import { presentConnection } from './present-connection.js'
import { requireConnection, requireReceiver } from './require-connection.js'
import { sealApiKey, sealSecret } from './secrets.js'
import { parseSettings } from './settings.js'

/** Changes the given fields of a connection. */
export async function updateConnection(scope: WorkspaceScope, id: string, input: UpdateConnection): Promise<ConnectionAnswer> {
  const connection = await requireConnection(scope, id, { locked: true })
  const changed: ConnectionWithActivity = {
    ...connection,
    name: input.name ?? connection.name,
    settings: input.settings
      ? parseSettings(requireReceiver(connection.provider), { ...connection.settings, ...input.settings })
      : connection.settings,
    ...changedSecrets(scope, connection, input),
    updatedAt: scope.now(),
  }
  const stored = { ...changed, status: changedStatus(changed, input) }
  await updateConnectionRow(scope.em, stored)
  return presentConnection(scope, stored)
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
