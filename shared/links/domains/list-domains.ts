import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { presentLinks } from '../present-link.js'
import type { GetDomains, ListedDomain } from './domain-input.schema.js'
import { domainsMatching, rootLinksOf } from './domain-list.queries.js'
import { presentDomain } from './present-domain.js'

/** Domains of the workspace, oldest first. */
export async function listDomains(scope: WorkspaceScope, query: GetDomains): Promise<z.input<typeof ListedDomain>[]> {
  const domains = (await domainsMatching(scope, query)).map(presentDomain)
  if (!query.includeLink) return domains
  const links = await presentLinks(
    scope,
    await rootLinksOf(
      scope,
      domains.map(({ slug }) => slug),
    ),
  )
  const byDomain = new Map(links.map((link) => [link.domain, link]))
  return domains.map((domain) => ({ ...domain, link: byDomain.get(domain.slug) ?? null }))
}
