import type { WorkspaceScope } from '../accounts/index.js'
import { linkNotFound } from './errors.js'
import type { Link } from './link.entity.js'
import { findLink } from './link.queries.js'

const externalPrefix = 'ext_'

/**
 * Returns the link of the workspace with this id, or with the external id after `ext_`. Links of other workspaces are not found, so that
 * callers cannot test which ids exist.
 */
export async function requireLink(scope: WorkspaceScope, linkId: string, options: { locked?: boolean } = {}): Promise<Link> {
  const identifier = linkId.startsWith(externalPrefix) ? { externalId: linkId.slice(externalPrefix.length) } : { id: linkId }
  const link = await findLink(scope, identifier, options)
  if (!link) throw linkNotFound()
  return link
}
