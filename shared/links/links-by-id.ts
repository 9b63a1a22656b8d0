import type { WorkspaceScope } from '../accounts/index.js'
import type { LinkAnswer } from './link.schema.js'
import { linksWithIds } from './link.queries.js'
import { presentLinks } from './present-link.js'

/** Those of the ids that are links of the workspace, as callers see them. Asks nobody whether the folders may be read. */
export async function linksById(scope: WorkspaceScope, ids: readonly string[]): Promise<Map<string, LinkAnswer>> {
  const answers = await presentLinks(scope, await linksWithIds(scope, ids))
  return new Map(answers.map((link) => [link.id, link]))
}
