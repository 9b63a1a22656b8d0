import type { JobScope } from '../../kernel/scope.js'
import { checkDomainDns } from './check-domain-dns.js'
import { domainsToCheck } from './domain-verification.queries.js'
import { remindOfRecords } from './remind-of-records.js'

/** Per run: with hourly runs, 720 domains are checked within a day. */
const maxDomains = 30

/** Checks the DNS of the least recently checked domains, and reminds of missing records. Returns the number checked. */
export async function verifyDomains(scope: JobScope): Promise<number> {
  const domains = await domainsToCheck(scope, maxDomains)
  for (const domain of domains) await remindOfRecords(scope, domain, await checkDomainDns(scope, domain))
  return domains.length
}
