import { membersToNotify, sendEmailJob } from '../../accounts/index.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { checkEmailDomain } from './check-email-domain.js'
import { type CheckedDomain, emailDomainsToCheck, storeEmailDomainStatus } from './email-domain.queries.js'
import type { EmailDomainStatus } from './email-domain.schema.js'

/** Per run, which is hourly. */
const maxDomains = 30

/** Checks the DNS of the least recently checked domains. Owners get an email about a domain that was verified, or is no longer. */
export async function verifyEmailDomains(scope: JobScope): Promise<void> {
  for (const domain of await emailDomainsToCheck(scope, maxDomains)) {
    const status = await checkEmailDomain(scope, domain)
    await inTransaction(scope, () => storeStatus(scope, domain, status))
  }
}

async function storeStatus(scope: JobScope, domain: CheckedDomain, status: EmailDomainStatus): Promise<void> {
  await storeEmailDomainStatus(scope, domain.id, status, scope.now())
  const changesVerification = status !== domain.status && (status === 'verified' || domain.status === 'verified')
  if (!changesVerification) return
  const members = await membersToNotify(scope, domain.workspaceId, { roles: ['owner'], preference: 'domainConfigurationUpdates' })
  for (const to of members) scope.enqueue(sendEmailJob, { to, ...statusEmail(domain, status) })
}

const statusEmail = ({ slug, programName }: CheckedDomain, status: EmailDomainStatus) =>
  status === 'verified'
    ? { subject: `${slug} is verified`, text: `${programName} can send campaigns from addresses of ${slug} now.` }
    : {
        subject: `${slug} is no longer verified`,
        text:
          `The DNS record of ${slug} is missing, so ${programName} cannot send campaigns from its addresses. ` +
          'Create the record again; GET /email-domains shows it.',
      }
