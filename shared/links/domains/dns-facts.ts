/** Gathers what the DNS says about a short domain and about where it must lead. */
import type { Config } from '../../kernel/config.js'
import type { DnsFacts, Target } from './domain-check.js'
import { ownershipRecordOf } from './domain-check.js'
import type { Resolver } from './resolver.js'

export async function dnsFactsOf(resolver: Resolver, slug: string): Promise<DnsFacts> {
  const [cname, addresses, txt, zone] = await Promise.all([
    resolver.cname(slug),
    resolver.addresses(slug),
    resolver.txt(ownershipRecordOf(slug)),
    zoneOf(resolver, slug),
  ])
  return { cname, addresses, txt, exists: zone !== null || cname.length > 0 || addresses.length > 0, isApex: zone === slug }
}

/** The zone that the name lies in; null where none is known, down to the last two labels. */
async function zoneOf(resolver: Resolver, slug: string): Promise<string | null> {
  const labels = slug.split('.')
  for (let at = 0; at <= labels.length - 2; at++) {
    const name = labels.slice(at).join('.')
    if (await resolver.isZone(name)) return name
  }
  return null
}

export async function targetOf({ shortDomain, shortDomainAddresses }: Config, resolver: Resolver): Promise<Target> {
  return { name: shortDomain, addresses: shortDomainAddresses.length > 0 ? shortDomainAddresses : await resolver.addresses(shortDomain) }
}
