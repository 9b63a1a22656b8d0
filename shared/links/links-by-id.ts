import type { WorkspaceScope } from '../accounts/index.js'
import { taggedLinksWithIds } from './link.queries.js'
import type { LinkAnswer } from './link.schema.js'
import { presentTagged } from './present-link.js'

/** Those of the ids that are links of the workspace, as callers see them. Asks nobody whether the folders may be read. */
export async function linksById(scope: WorkspaceScope, ids: readonly string[]): Promise<Map<string, LinkAnswer>> {
  const found = await taggedLinksWithIds(scope, ids)
  return new Map(found.map((one) => [one.link.id, presentTagged(scope.config, one)]))
}
