import type { InWorkspace } from '../accounts/index.js'
import { mergeTargetExternalId } from './customer.queries.js'
import { customerTaken } from './errors.js'

/** Throws if the external id belonged to a customer that was merged into another one. */
export async function requireFreeExternalId(scope: InWorkspace, externalId: string): Promise<void> {
  if ((await mergeTargetExternalId(scope, scope.workspace.id, externalId)) !== null) throw customerTaken()
}
