import type { Scope } from '../../kernel/scope.js'
import type { Domain } from '../domain.entity.js'
import { dnsFactsOf, targetOf } from './dns-facts.js'
import { type DomainSetup, domainSetupOf, recordsFor, type WantedRecord } from './domain-check.js'
import { noteCheck } from './domain-verification.queries.js'
import { dnsResolver, type Resolver } from './resolver.js'

export interface DomainCheck {
  status: DomainSetup
  records: WantedRecord[]
}

type Checked = Pick<Domain, 'id' | 'slug'>
const nothing = { exists: false, isApex: false, cname: [], addresses: [], txt: [] }

/** Looks at the DNS of a domain and notes what was found. Where nobody could be asked, it stays as verified as it was. */
export async function checkDomain(
  scope: Scope,
  domain: Checked,
  resolver: Resolver = dnsResolver(scope.config.dnsServers),
): Promise<DomainCheck> {
  const check = await look(scope, domain, resolver)
  await noteCheck(scope, domain.id, check.status === 'Unknown Error' ? null : check.status === 'Valid Configuration')
  return check
}

async function look({ config, log }: Scope, domain: Checked, resolver: Resolver): Promise<DomainCheck> {
  try {
    const [facts, target] = await Promise.all([dnsFactsOf(resolver, domain.slug), targetOf(config, resolver)])
    return { status: domainSetupOf(domain, facts, target), records: recordsFor(domain, facts, target) }
  } catch (error) {
    log.warn({ err: error, domain: domain.slug }, 'the DNS could not be asked about a domain')
    return {
      status: 'Unknown Error',
      records: recordsFor(domain, nothing, { name: config.shortDomain, addresses: config.shortDomainAddresses }),
    }
  }
}
