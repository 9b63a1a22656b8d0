import type { Scope } from '../../kernel/scope.js'
import { dnsResolver, ownershipRecordName, ownershipToken } from '../../links/index.js'
import { type EmailDomainRow, storeEmailDomainStatus } from './email-domain.queries.js'
import type { EmailDomainStatus } from './email-domain.schema.js'

/** Looks for the DNS record of a domain and stores the result. When DNS cannot be reached, the status stays. */
export async function checkEmailDomain(scope: Scope, domain: Pick<EmailDomainRow, 'id' | 'slug' | 'status'>): Promise<EmailDomainStatus> {
  const status = await currentStatus(scope, domain)
  await storeEmailDomainStatus(scope, domain.id, status, scope.now())
  return status
}

async function currentStatus(
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
