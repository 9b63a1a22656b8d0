import type { CustomerDeletion } from '../customers/index.js'
import { minIdAt } from '../kernel/ids.js'
import type { JobScope } from '../kernel/scope.js'
import { hours } from '../kernel/time.js'
import { findClicksOfCustomers } from '../tracking/index.js'
import { eraseClicksFromEvents, eraseCustomersFromEvents } from './log/retention.queries.js'
import { notifyEventsChanged } from './notify-delivery-workers.js'

/** Click events are created within this time after the click. */
const maxDispatchDelayMs = hours(1)

/** Removes the personal data of a deleted customer from stored events. Pending and replayed deliveries no longer contain it. */
export async function eraseCustomerInEvents(scope: JobScope, deleted: CustomerDeletion): Promise<void> {
  await eraseCustomersFromEvents(scope, [deleted.customerId, ...(deleted.mergedIds ?? [])])
  const clicks = await findClicksOfCustomers(scope, [deleted])
  await eraseClicksFromEvents(
    scope,
    deleted.workspaceId,
    clicks.map(({ id, at }) => ({ id, from: minIdAt('evt_', at.getTime()), to: minIdAt('evt_', at.getTime() + maxDispatchDelayMs) })),
  )
  notifyEventsChanged(scope)
}
