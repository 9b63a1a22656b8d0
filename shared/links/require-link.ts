import type { WorkspaceScope } from '../accounts/index.js'
import { linkNotFound } from './errors.js'
import type { Link } from './link.entity.js'
import { findLink } from './link.queries.js'

const externalPrefix = 'ext_'

/**
 * The link of this workspace with that id, or with that external id behind `ext_`. One of another workspace is not found, so that nobody
 * learns which ids exist.
 */
export async function requireLink(scope: WorkspaceScope, linkId: string, options: { locked?: boolean } = {}): Promise<Link> {
  const name = linkId.startsWith(externalPrefix) ? { externalId: linkId.slice(externalPrefix.length) } : { id: linkId }
  const link = await findLink(scope, name, options)
  if (!link) throw linkNotFound()
  return link
}
