import type { WorkspaceScope } from '../accounts/index.js'
import { cursorNotFound } from './errors.js'
import { maxLinksSortedByCounter } from './limits.js'
import { linkFilter } from './link-filter.js'
import { isLinkOfWorkspace, linksMatching, type LinkWindow } from './link-list.queries.js'
import type { GetLinks } from './link-query.schema.js'
import type { LinkResponse } from './link.schema.js'
import { presentTagged, withIncluded } from './present-link.js'

/** Lists links that the caller may read, by page or from a cursor. */
export async function listLinks(scope: WorkspaceScope, query: GetLinks): Promise<LinkResponse[]> {
  const { startingAfter, endingBefore, page = 1, pageSize, sortBy = 'createdAt', includeUser, includeWebhooks, ...filters } = query
  const cursor = startingAfter ?? endingBefore
  if (cursor !== undefined && !(await isLinkOfWorkspace(scope, cursor))) throw cursorNotFound(cursor)
  const filter = await linkFilter(scope, filters)
  const order = scope.workspace.totalLinks > maxLinksSortedByCounter ? 'createdAt' : sortBy
  const links = await linksMatching(scope, filter, order, windowOf(startingAfter, endingBefore, page, pageSize))
  const responses = links.map((link) => presentTagged(scope, link))
  return withIncluded(scope, responses, { includeUser, includeWebhooks })
}

function windowOf(after: string | undefined, before: string | undefined, page: number, size: number): LinkWindow {
  if (after !== undefined) return { after, size }
  if (before !== undefined) return { before, size }
  return { skip: (page - 1) * size, size }
}
