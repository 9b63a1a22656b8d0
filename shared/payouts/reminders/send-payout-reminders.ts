import { claimEmails, membersToNotifyByWorkspace, sendEmailJob } from '../../accounts/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { days, hours } from '../../kernel/time.js'
import { withPortalLink } from '../../partners/index.js'
import { partnerReminderEmail, workspaceReminderEmail } from '../notify/emails.js'
import { partnersWithoutMethod, programsAwaitingPayout } from './reminder.queries.js'

/** Cents. Smaller sums can wait. */
const minAmount = 1000
const partnerInterval = days(3)
const invoiceInterval = days(14)
const batchSize = 500

/** Emails partners who cannot be paid $10 or more because they have chosen no payout method, at most every three days. */
export async function remindPartners(scope: JobScope): Promise<void> {
  const notSince = new Date(scope.now().getTime() - partnerInterval)
  for (let after = ''; ;) {
    const found = await partnersWithoutMethod(scope, minAmount, after, batchSize)
    const subjects = found.map(({ partnerId }) => partnerId)
    const claimed = await claimEmails(scope, { kind: 'payouts.method-missing', subjects, notSince })
    for (const partner of found)
      if (claimed.has(partner.partnerId))
        scope.enqueue(sendEmailJob, { to: partner.email, ...withPortalLink(scope, partnerReminderEmail(partner)) })
    if (found.length < batchSize) return
    after = subjects.at(-1) as string
  }
}

/**
 * Emails the owners of programs with pending payouts, at most once a day: when $10 or more wait, or when the program has paid nothing for
 * two weeks. Sends nothing at weekends.
 */
export async function remindWorkspaces(scope: JobScope): Promise<void> {
  const now = scope.now()
  if ([0, 6].includes(now.getUTCDay())) return
  const notSince = new Date(now.getTime() - hours(20))
  const threshold = { minAmount, invoicedSince: new Date(now.getTime() - invoiceInterval) }
  for (let after = ''; ;) {
    const found = await programsAwaitingPayout(scope, threshold, after, batchSize)
    const subjects = found.map(({ programId }) => programId)
    const claimed = await claimEmails(scope, { kind: 'payouts.awaiting', subjects, notSince })
    const due = found.filter(({ programId }) => claimed.has(programId))
    const workspaceIds = due.map(({ workspaceId }) => workspaceId)
    const owners = await membersToNotifyByWorkspace(scope, workspaceIds, { roles: ['owner'] })
    for (const program of due)
      for (const to of owners.get(program.workspaceId) ?? []) scope.enqueue(sendEmailJob, { to, ...workspaceReminderEmail(program) })
    if (found.length < batchSize) return
    after = subjects.at(-1) as string
  }
}
