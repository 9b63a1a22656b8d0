import type { CustomerDeletion } from '../customers/index.js'
import { firstIdAt } from '../kernel/ids.js'
import type { JobScope } from '../kernel/scope.js'
import { hours } from '../kernel/time.js'
import { clicksOfDeleted } from '../tracking/index.js'
import { forgetClicksInEvents, forgetPersonInEvents } from './log/retention.queries.js'
import { tellEventsChanged } from './tell-webhooks.js'

/** Clicks are told of within this time. */
const longestWay = hours(1)

/** Takes out of kept events who a deleted customer was. What is on its way or sent again from now on says it no more. */
export async function forgetCustomerInEvents(scope: JobScope, deleted: CustomerDeletion): Promise<void> {
  await forgetPersonInEvents(scope, deleted.customerId)
  const clicks = await clicksOfDeleted(scope, deleted)
  await forgetClicksInEvents(
    scope,
    deleted.workspaceId,
    clicks.map(({ id, at }) => ({ id, from: firstIdAt('evt_', at.getTime()), to: firstIdAt('evt_', at.getTime() + longestWay) })),
  )
  tellEventsChanged(scope)
}
