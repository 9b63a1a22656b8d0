import type { JobScope } from '../../kernel/scope.js'
import { checkDomain } from './check-domain.js'
import { domainsToCheck } from './domain-verification.queries.js'

/** In one run; with a run an hour, several hundred domains are looked at within a day. */
const most = 30

/** Looks at the DNS of those domains whose last look is the longest ago. */
export async function verifyDomains(scope: JobScope): Promise<number> {
  const domains = await domainsToCheck(scope, most)
  for (const domain of domains) await checkDomain(scope, domain)
  return domains.length
}
