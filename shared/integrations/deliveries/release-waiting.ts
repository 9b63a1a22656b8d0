import type { Scope } from '../../kernel/scope.js'
import { processDelivery } from '../jobs.js'
import { waitsAtMost } from '../limits.js'
import { namesOf } from '../outcomes/customer.queries.js'
import { restartWaiting } from './delivery.queries.js'

/** Takes up what came before its customer was known: providers do not keep to any order. */
export async function releaseWaiting(
  scope: Scope,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<void> {
  const since = new Date(scope.now().getTime() - waitsAtMost)
  const ids = await restartWaiting(scope, workspaceId, await namesOf(scope, workspaceId, customerId), since)
  for (const deliveryId of ids) scope.enqueue(processDelivery, { deliveryId })
}
