import type { WorkspaceScope } from '../accounts/index.js'
import { storeImages } from '../files/index.js'
import { isResult, resultOrError } from './bulk/errors-as-values.js'
import { requireQuotaForLinks } from './create-link.js'
import { imageNeedsWorkspace } from './errors.js'
import type { CreateLink } from './link-input.schema.js'
import type { LinkScope } from './link-scope.js'

/** Refuses the image of a link that cannot be created. */
export function requireImageAllowed(scope: LinkScope): void {
  if (!scope.workspace) throw imageNeedsWorkspace()
  requireQuotaForLinks(scope)
}

/** Stores the images of links before their transaction begins. Unusable ones stay as they are: each link is refused on its own. */
export async function storePreviewImages(scope: WorkspaceScope, links: CreateLink[]): Promise<CreateLink[]> {
  const stored: CreateLink[] = []
  for (const link of links) {
    const outcome = await resultOrError(() => storeImages(scope, link, ['image'], requireImageAllowed))
    stored.push(isResult(outcome) ? outcome : link)
  }
  return stored
}
