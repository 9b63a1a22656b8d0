import type { WorkspaceScope } from '../accounts/index.js'
import { changeLink } from './change-link.js'
import type { UpdateLink } from './link-input.schema.js'
import type { LinkAnswer } from './link.schema.js'
import { requireLink } from './require-link.js'

/** Changes what was said and leaves the rest. `linkId` may be `ext_` and the caller's own id. */
export async function updateLink(scope: WorkspaceScope, linkId: string, said: UpdateLink): Promise<LinkAnswer> {
  return changeLink(scope, await requireLink(scope, linkId, { locked: true }), said)
}
