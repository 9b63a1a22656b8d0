import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { hiddenFolderIds } from '../folder-access.js'
import { presentLinks } from '../present-link.js'
import type { GetDomains, ListedDomain } from './domain-input.schema.js'
import { domainsMatching, rootLinksOf } from './domain-list.queries.js'
import { presentDomain } from './present-domain.js'

/** Domains of the workspace, oldest first. With their links, except those in folders that the caller may not read. */
export async function listDomains(scope: WorkspaceScope, query: GetDomains): Promise<z.input<typeof ListedDomain>[]> {
  const domains = (await domainsMatching(scope, query)).map(presentDomain)
  if (!query.includeLink) return domains
  const rootLinks = await rootLinksOf(
    scope,
    domains.map(({ slug }) => slug),
  )
  const hiddenFolders = await hiddenFolderIds(scope)
  const visibleLinks = rootLinks.filter(({ folderId }) => folderId === null || !hiddenFolders.includes(folderId))
  const links = await presentLinks(scope, visibleLinks)
  const byDomain = new Map(links.map((link) => [link.domain, link]))
  return domains.map((domain) => ({ ...domain, link: byDomain.get(domain.slug) ?? null }))
}
