import type { JobScope } from '../../kernel/scope.js'
import { checkDomainDns } from './check-domain-dns.js'
import { domainsToCheck } from './domain-verification.queries.js'

/** Per run: with hourly runs, 720 domains are checked within a day. */
const maxDomains = 30

/** Checks the DNS of the least recently checked domains. Returns the number checked. */
export async function verifyDomains(scope: JobScope): Promise<number> {
  const domains = await domainsToCheck(scope, maxDomains)
  for (const domain of domains) await checkDomainDns(scope, domain)
  return domains.length
}
