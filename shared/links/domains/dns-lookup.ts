/** DNS queries about a short domain and about the target that it must point to. */
import type { Config } from '../../kernel/config.js'
import type { DnsRecords, DnsTarget } from './dns-verification.js'
import { ownershipRecordName } from './dns-verification.js'
import type { Resolver } from './resolver.js'

export async function lookUpDns(resolver: Resolver, slug: string): Promise<DnsRecords> {
  const [cname, addresses, txt, zone] = await Promise.all([
    resolver.cname(slug),
    resolver.addresses(slug),
    resolver.txt(ownershipRecordName(slug)),
    findZone(resolver, slug),
  ])
  return { cname, addresses, txt, exists: zone !== null || cname.length > 0 || addresses.length > 0, isApex: zone === slug }
}

/** The zone that contains the name, searched up to the last two labels; null if none is found. */
async function findZone(resolver: Resolver, slug: string): Promise<string | null> {
  const labels = slug.split('.')
  for (let index = 0; index <= labels.length - 2; index++) {
    const name = labels.slice(index).join('.')
    if (await resolver.isZone(name)) return name
  }
  return null
}

export async function lookUpTarget({ shortDomain, shortDomainAddresses }: Config, resolver: Resolver): Promise<DnsTarget> {
  return { name: shortDomain, addresses: shortDomainAddresses.length > 0 ? shortDomainAddresses : await resolver.addresses(shortDomain) }
}
