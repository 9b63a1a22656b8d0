import type { WorkspaceScope } from '../accounts/index.js'
import { applyLinkChange } from './apply-link-change.js'
import type { UpdateLink } from './link-input.schema.js'
import type { LinkResponse } from './link.schema.js'
import { requireLink } from './require-link.js'

/** Updates the provided fields of a link. `linkId` may be an external id prefixed with `ext_`. */
export async function updateLink(scope: WorkspaceScope, linkId: string, input: UpdateLink): Promise<LinkResponse> {
  return applyLinkChange(scope, await requireLink(scope, linkId, { locked: true }), input)
}
