import { forgetInRequestLogs } from '../accounts/index.js'
import type { JobScope } from '../kernel/scope.js'
import { namesOfDeleted } from './deleted-names.js'
import type { CustomerDeletion } from './events.js'

/** Takes what requests said of a deleted customer out of the log of requests. */
export async function forgetCustomerInLogs(scope: JobScope, deleted: CustomerDeletion): Promise<void> {
  await forgetInRequestLogs(scope, deleted.workspaceId, [deleted.customerId, ...namesOfDeleted(scope, deleted)])
}
