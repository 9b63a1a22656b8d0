import { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import { keyDomainOf } from './choose-domain.js'
import { countWithinQuota } from './create-link.js'
import { domainBySlug } from './domain.queries.js'
import { lookupKeyOf } from './keys.js'
import { longestKey, mostInBulk } from './limits.js'
import type { LinkAnswer } from './link.schema.js'
import { claimLinkRow } from './link.queries.js'
import { presentLink } from './present-link.js'
import { tellChange } from './tell-change.js'

const name = z.string().min(1).max(longestKey)
export const ClaimLinks = z.array(z.object({ domain: name, key: name })).max(mostInBulk)

/** Takes links into the workspace that somebody made before they had an account. Those that are not there, or somebody's, are passed over. */
export async function claimLinks(scope: WorkspaceScope, said: z.infer<typeof ClaimLinks>): Promise<LinkAnswer[]> {
  const claimed: LinkAnswer[] = []
  for (const { domain: slug, key } of said) {
    const domain = await domainBySlug(scope, slug.toLowerCase())
    const link = domain && (await claimLinkRow(scope, domain.slug, lookupKeyOf(key, keyDomainOf(domain))))
    if (!link) continue
    tellChange(scope, link)
    claimed.push(presentLink(scope.config, link, []))
  }
  if (claimed.length > 0) countWithinQuota(scope, claimed.length)
  return claimed
}
