import { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import { keyDomainOf } from './choose-domain.js'
import { consumeLinkQuota } from './create-link.js'
import { findByName } from './domains/slug.js'
import { invalidateLinks } from './invalidate-links.js'
import { lookupKeyOf } from './keys.js'
import { maxKeyLength, maxBulkLinks } from './limits.js'
import { batchLookup } from './link-lookup.js'
import type { Link } from './link.entity.js'
import { claimLinkRows } from './link.queries.js'
import type { LinkResponse } from './link.schema.js'
import { presentLink } from './present-link.js'
import { publishLinkEvents } from './publish-link-events.js'

const name = z.string().min(1).max(maxKeyLength)
export const ClaimLinks = z.array(z.object({ domain: name, key: name })).max(maxBulkLinks)

/** Moves anonymously created links into the workspace. Links that do not exist or belong to a workspace are skipped. */
export async function claimLinks(scope: WorkspaceScope, input: z.infer<typeof ClaimLinks>): Promise<LinkResponse[]> {
  const lookup = await batchLookup(scope, [])
  const addresses: { domain: string; lookupKey: string }[] = []
  for (const { domain: slug, key } of input) {
    const domain = await findByName(slug, lookup.domain)
    if (domain) addresses.push({ domain: domain.slug, lookupKey: lookupKeyOf(key, keyDomainOf(domain)) })
  }
  const claimed = await claimLinkRows(scope, addresses)
  if (claimed.length > 0) consumeLinkQuota(scope, claimed.length)
  await publishLinkEvents(scope, 'link.created', claimed)
  invalidateLinks(scope, ...claimed)
  const indexes = new Map(addresses.map(({ domain, lookupKey }, index) => [`${domain}/${lookupKey}`, index]))
  const indexOf = ({ domain, lookupKey }: Link) => indexes.get(`${domain}/${lookupKey}`) ?? 0
  return claimed.toSorted((a, b) => indexOf(a) - indexOf(b)).map((link) => presentLink(scope, link, []))
}
