import { eraseFromRequestLogs } from '../accounts/index.js'
import type { JobScope } from '../kernel/scope.js'
import { identifiersOfDeleted } from './deleted-identifiers.js'
import type { CustomerDeletion } from './events.js'

/** Erases the personal data of a deleted customer from the request logs. */
export async function eraseCustomerFromLogs(scope: JobScope, deleted: CustomerDeletion): Promise<void> {
  await eraseFromRequestLogs(scope, deleted.workspaceId, [deleted.customerId, ...identifiersOfDeleted(scope, deleted)])
}
