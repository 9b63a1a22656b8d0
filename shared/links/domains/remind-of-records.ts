import { claimEmails, membersToNotify, sendEmailJob } from '../../accounts/index.js'
import { forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { days } from '../../kernel/time.js'
import type { DnsCheck } from './check-domain-dns.js'
import type { VerificationStatus } from './dns-verification.js'
import { type DomainToCheck, isDomainVisited } from './domain-verification.queries.js'

/** By the age of the domain. Domains that are older were added before there were reminders, or had both. */
const reminders = [
  { kind: 'links.domain-unverified', fromMs: days(14), toMs: days(28) },
  { kind: 'links.domain-unverified-again', fromMs: days(28), toMs: days(42) },
]
/** A domain that visitors reached within this time works, for example behind a proxy that hides its records. */
const visitedWithinMs = days(7)
const lacksRecords = new Set<VerificationStatus>([
  'Pending Verification',
  'Invalid Configuration',
  'Conflicting DNS Records',
  'Domain Not Found',
])

/** Emails the members of the workspace 14 and 28 days after a domain was added, if its DNS records are not right. */
export async function remindOfRecords(scope: JobScope, domain: DomainToCheck, { status, records }: DnsCheck): Promise<void> {
  const { id, slug, workspaceId, createdAt } = domain
  const now = scope.now().getTime()
  const age = now - createdAt.getTime()
  const reminder = reminders.find(({ fromMs, toMs }) => age >= fromMs && age < toMs)
  if (!reminder || !lacksRecords.has(status)) return
  const fork = forkScope(scope)
  await inTransaction(fork, async () => {
    const claimed = await claimEmails(fork, { kind: reminder.kind, subjects: [id], notSince: createdAt })
    if (claimed.size === 0 || (await isDomainVisited(fork, domain, new Date(now - visitedWithinMs)))) return
    const wrong = records.filter(({ isRight }) => !isRight).map(({ type, name, value }) => `${type}  ${name}  ${value}`)
    const text = [
      `Short links on ${slug} do not work yet: these DNS records are missing or different.`,
      wrong.join('\n'),
      'If you do not need the domain, delete it in the settings of your workspace.',
    ].join('\n\n')
    for (const to of await membersToNotify(fork, workspaceId, { preference: 'domainConfigurationUpdates' }))
      fork.enqueue(sendEmailJob, { to, subject: `DNS records of ${slug} are missing`, text })
  })
}
