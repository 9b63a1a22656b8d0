import type { WorkspaceScope } from '../accounts/index.js'
import { cursorNotFound } from './errors.js'
import { mostLinksSortedByCounter } from './limits.js'
import { linkFilter } from './link-filter.js'
import { isLinkOfWorkspace, linksMatching, type LinkWindow } from './link-list.queries.js'
import type { GetLinks } from './link-query.schema.js'
import type { LinkAnswer } from './link.schema.js'
import { presentTagged, withCreators } from './present-link.js'

/** Links of the workspace that the caller may see, by page or from a cursor. */
export async function listLinks(scope: WorkspaceScope, asked: GetLinks): Promise<LinkAnswer[]> {
  const { startingAfter, endingBefore, page = 1, pageSize, sortBy = 'createdAt', includeUser, ...filters } = asked
  const cursor = startingAfter ?? endingBefore
  if (cursor !== undefined && !(await isLinkOfWorkspace(scope, cursor))) throw cursorNotFound(cursor)
  const filter = await linkFilter(scope, filters)
  const order = scope.workspace.totalLinks > mostLinksSortedByCounter ? 'createdAt' : sortBy
  const links = await linksMatching(scope, filter, order, windowOf(startingAfter, endingBefore, page, pageSize))
  const answers = links.map((one) => presentTagged(scope.config, one))
  return includeUser === true ? withCreators(scope, answers) : answers
}

function windowOf(after: string | undefined, before: string | undefined, page: number, size: number): LinkWindow {
  if (after !== undefined) return { after, size }
  if (before !== undefined) return { before, size }
  return { skip: (page - 1) * size, size }
}
