import type { WorkspaceScope } from '../accounts/index.js'
import { taggedLinksByIds } from './link.queries.js'
import type { LinkResponse } from './link.schema.js'
import { presentWithoutPassword } from './present-link.js'

/** Returns the links of the workspace among the ids, as in responses but without their password. Does not check folder permissions. */
export async function linksById(scope: WorkspaceScope, ids: readonly string[]): Promise<Map<string, LinkResponse>> {
  const found = await taggedLinksByIds(scope, ids)
  return new Map(found.map((tagged) => [tagged.link.id, presentWithoutPassword(scope.config, tagged.link, tagged.tags)]))
}
