import type { WorkspaceScope } from '../accounts/index.js'
import { externalIdWithoutPrefix, linkNotFound, linkIdentifierMissing } from './errors.js'
import { findLinkByKey } from './find-link-by-address.js'
import { requireFolderOfLink } from './folder-access.js'
import { rootKey } from './keys.js'
import type { GetLinkInfo } from './link-query.schema.js'
import type { Link } from './link.entity.js'
import { findLink } from './link.queries.js'
import type { LinkResponse } from './link.schema.js'
import { presentLinks, withIncluded } from './present-link.js'
import { requireLink } from './require-link.js'

/** Returns one link, found by link id, else by external id, else by domain and key. Without a key, the link of the bare domain. */
export async function findLinkInfo(scope: WorkspaceScope, query: GetLinkInfo): Promise<LinkResponse> {
  const link = await requireIdentifiedLink(scope, query)
  await requireFolderOfLink(scope, link, 'folders.read')
  const [response] = await withIncluded(scope, await presentLinks(scope, [link]), query)
  return response as LinkResponse
}

async function requireIdentifiedLink(scope: WorkspaceScope, { linkId, externalId, domain, key }: GetLinkInfo): Promise<Link> {
  if (linkId) return requireLink(scope, linkId)
  if (externalId) return byExternalId(scope, externalId)
  if (domain) return byKey(scope, domain, key ?? rootKey)
  throw key ? linkNotFound() : linkIdentifierMissing()
}

async function byExternalId(scope: WorkspaceScope, externalId: string): Promise<Link> {
  if (externalId.startsWith('ext_')) return requireLink(scope, externalId)
  const link = await findLink(scope, { externalId })
  if (!link) throw externalIdWithoutPrefix(externalId)
  return link
}

async function byKey(scope: WorkspaceScope, slug: string, key: string): Promise<Link> {
  const link = await findLinkByKey(scope, slug, key)
  if (!link) throw linkNotFound()
  return link
}
