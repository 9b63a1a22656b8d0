import type { Scope } from '../../kernel/scope.js'
import type { Domain } from '../domain.entity.js'
import { lookUpDns, lookUpTarget } from './dns-lookup.js'
import { type VerificationStatus, verificationStatus, requiredDnsRecords, type RequiredDnsRecord } from './dns-verification.js'
import { recordDnsCheck } from './domain-verification.queries.js'
import { dnsResolver, type Resolver } from './resolver.js'

export interface DnsCheck {
  status: VerificationStatus
  records: RequiredDnsRecord[]
}

type CheckedDomain = Pick<Domain, 'id' | 'slug'>
const noDnsRecords = { exists: false, isApex: false, cname: [], addresses: [], txt: [] }

/** Checks the DNS records of a domain and stores the result. When DNS cannot be reached, `verified` keeps its value. */
export async function checkDomainDns(
  scope: Scope,
  domain: CheckedDomain,
  resolver: Resolver = dnsResolver(scope.config.dnsServers),
): Promise<DnsCheck> {
  const check = await checkRecords(scope, domain, resolver)
  await recordDnsCheck(scope, domain.id, check.status === 'Unknown Error' ? null : check.status === 'Valid Configuration')
  return check
}

async function checkRecords({ config, log }: Scope, domain: CheckedDomain, resolver: Resolver): Promise<DnsCheck> {
  try {
    const [dns, target] = await Promise.all([lookUpDns(resolver, domain.slug), lookUpTarget(config, resolver)])
    return { status: verificationStatus(domain, dns, target), records: requiredDnsRecords(domain, dns, target) }
  } catch (error) {
    log.warn({ err: error, domain: domain.slug }, 'DNS lookup of a domain failed')
    return {
      status: 'Unknown Error',
      records: requiredDnsRecords(domain, noDnsRecords, { name: config.shortDomain, addresses: config.shortDomainAddresses }),
    }
  }
}
