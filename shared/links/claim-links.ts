import { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import { keyDomainOf } from './choose-domain.js'
import { countWithinQuota } from './create-link.js'
import { lookupKeyOf } from './keys.js'
import { longestKey, mostInBulk } from './limits.js'
import type { Link } from './link.entity.js'
import { claimLinkRows } from './link.queries.js'
import type { LinkAnswer } from './link.schema.js'
import { forMany } from './look-up.js'
import { presentLink } from './present-link.js'
import { tellChange } from './tell-change.js'
import { tellOfLinks } from './tell-of-links.js'

const name = z.string().min(1).max(longestKey)
export const ClaimLinks = z.array(z.object({ domain: name, key: name })).max(mostInBulk)

/** Takes links into the workspace that somebody made before they had an account. Those that are not there, or somebody's, are passed over. */
export async function claimLinks(scope: WorkspaceScope, said: z.infer<typeof ClaimLinks>): Promise<LinkAnswer[]> {
  const look = await forMany(scope, [])
  const places: { domain: string; lookupKey: string }[] = []
  for (const { domain: slug, key } of said) {
    const domain = await look.domain(slug.toLowerCase())
    if (domain) places.push({ domain: domain.slug, lookupKey: lookupKeyOf(key, keyDomainOf(domain)) })
  }
  const claimed = await claimLinkRows(scope, places)
  if (claimed.length > 0) countWithinQuota(scope, claimed.length)
  await tellOfLinks(scope, 'link.created', claimed)
  tellChange(scope, ...claimed)
  const order = new Map(places.map(({ domain, lookupKey }, at) => [`${domain}/${lookupKey}`, at]))
  const placeOf = ({ domain, lookupKey }: Link) => order.get(`${domain}/${lookupKey}`) ?? 0
  return claimed.toSorted((a, b) => placeOf(a) - placeOf(b)).map((link) => presentLink(scope.config, link, []))
}
