import type { WorkspaceScope } from '../../accounts/index.js'
import type { ServiceError } from '../../kernel/errors.js'
import { changeLink } from '../change-link.js'
import type { LinkAnswer } from '../link.schema.js'
import { requireLink } from '../require-link.js'
import type { BulkUpdateData } from './bulk-update-links.js'
import { orRefusal } from './errors-as-values.js'

/**
 * Changes links alike; what became of each, in the order given. Callers give the names in one order, so that two requests over the
 * same links cannot wait for each other.
 */
export async function changeLinks(scope: WorkspaceScope, names: readonly string[], data: BulkUpdateData): Promise<(LinkAnswer | ServiceError)[]> {
  const outcomes: (LinkAnswer | ServiceError)[] = []
  for (const id of names) outcomes.push(await orRefusal(async () => changeLink(scope, await requireLink(scope, id, { locked: true }), data)))
  return outcomes
}
