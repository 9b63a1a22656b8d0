import type { WorkspaceScope } from '../accounts/index.js'
import { linkOfRow } from './link.entity.js'
import type { LinkAnswer } from './link.schema.js'
import { linkRowsById } from './link.queries.js'
import { presentLinks } from './present-link.js'

/** Those of the ids that are links of the workspace, as callers see them. Asks nobody whether the folders may be read. */
export async function linksById(scope: WorkspaceScope, ids: readonly string[]): Promise<Map<string, LinkAnswer>> {
  const links = (await linkRowsById(scope, ids)).map((row) => linkOfRow(scope.em, row))
  const answers = await presentLinks(scope, links)
  return new Map(answers.map((link) => [link.id, link]))
}
