import type { WorkspaceScope } from '../../accounts/index.js'
import { hours } from '../../kernel/time.js'
import { secretMissing } from '../errors.js'
import { type Connection, type ShownConnection, storeConnection } from './connection.queries.js'
import type { ConnectionAnswer, UpdateConnection } from './connection.schema.js'
import { presentConnection } from './present-connection.js'
import { requireConnection, requireReceiver } from './require-connection.js'
import { sealApiKey, sealSecret } from './secrets.js'
import { parseSettings } from './settings.js'

/** Changes what was said and leaves the rest. */
export async function updateConnection(scope: WorkspaceScope, id: string, said: UpdateConnection): Promise<ConnectionAnswer> {
  const connection = await requireConnection(scope, id, { locked: true })
  const changed: ShownConnection = {
    ...connection,
    name: said.name ?? connection.name,
    settings: said.settings
      ? parseSettings(requireReceiver(connection.provider), { ...connection.settings, ...said.settings })
      : connection.settings,
    ...secretsAfter(scope, connection, said),
    updatedAt: scope.now(),
  }
  const stored = { ...changed, status: statusAfter(changed, said) }
  await storeConnection(scope.em, stored)
  return presentConnection(scope, stored)
}

function secretsAfter(
  scope: WorkspaceScope,
  { id, sealedSecret }: Connection,
  { signingSecret, overlapHours, apiKey }: UpdateConnection,
): Partial<Connection> {
  const secrets: Partial<Connection> = {}
  if (signingSecret !== undefined) {
    const keepsFormer = sealedSecret !== null && overlapHours > 0
    secrets.sealedSecret = sealSecret(scope, id, signingSecret)
    secrets.sealedPreviousSecret = keepsFormer ? sealedSecret : null
    secrets.previousSecretUntil = keepsFormer ? new Date(scope.now().getTime() + hours(overlapHours)) : null
  }
  if (apiKey !== undefined) secrets.sealedApiKey = apiKey === null ? null : sealApiKey(scope, id, apiKey)
  return secrets
}

/** One that only waited for something to prove requests by begins to receive; a paused one stays paused until it is told otherwise. */
function statusAfter({ status, sealedSecret, settings }: Connection, { status: asked }: UpdateConnection): Connection['status'] {
  const canProve = sealedSecret !== null || settings.allowUnsigned === true
  if (asked === 'active' && !canProve) throw secretMissing()
  if (asked) return asked
  if (status === 'pending' && canProve) return 'active'
  return status === 'active' && !canProve ? 'pending' : status
}
