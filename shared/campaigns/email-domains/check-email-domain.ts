import type { Scope } from '../../kernel/scope.js'
import { dnsResolver, ownershipRecordName, ownershipToken } from '../../links/index.js'
import type { EmailDomainRow } from './email-domain.queries.js'
import type { EmailDomainStatus } from './email-domain.schema.js'

/**
 * Looks for the DNS record of a domain and returns its status now. When DNS cannot be reached, the status stays. Called before the
 * transaction that stores it, because DNS may take long.
 */
export async function checkEmailDomain(
  { config, log }: Scope,
  { id, slug, status }: Pick<EmailDomainRow, 'id' | 'slug' | 'status'>,
): Promise<EmailDomainStatus> {
  try {
    const values = await dnsResolver(config.dnsServers).txt(ownershipRecordName(slug))
    return values.includes(ownershipToken({ id, slug })) ? 'verified' : 'failed'
  } catch (error) {
    log.warn({ err: error, domain: slug }, 'DNS lookup of an email domain failed')
    return status
  }
}
