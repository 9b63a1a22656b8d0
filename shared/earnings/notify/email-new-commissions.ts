/** Emails about new commissions: one per partner and hour, and one per program and hour. */
import { claimEmails, membersToNotifyByWorkspace, sendEmailJob } from '../../accounts/index.js'
import { forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { days, hours } from '../../kernel/time.js'
import { partnerEmailsFor } from '../../partner-accounts/index.js'
import { withPortalLink } from '../../partners/index.js'
import { newCommissionsEmail, newPartnerSalesEmail } from './emails.js'
import {
  enrolmentsWithCommissions,
  newEarningsOf,
  newPartnerSalesOf,
  partnerEmailKind,
  programsWithSales,
  type Recipient,
  workspaceEmailKind,
} from './new-commissions.queries.js'

const batchSize = 100

/** Partners that the email to a workspace names. */
const maxPartners = 10

/** After a longer interruption, emails report the commissions of the last day. */
const maxPeriodMs = days(1)

interface Report {
  kind: string
  list: (after: string) => Promise<Recipient[]>
  send: (scope: JobScope, recipients: Recipient[]) => Promise<void>
}

/**
 * Reports the commissions of the hours that ended: to the users of each partner what it earned, and to the members of each workspace what
 * partners sold. Each commission is reported once, however often the job runs.
 */
export async function emailNewCommissions(scope: JobScope, stop: AbortSignal): Promise<void> {
  const now = scope.now().getTime()
  const to = new Date(now - (now % hours(1)))
  const period = { from: new Date(to.getTime() - maxPeriodMs), to }
  await sendReports(scope, to, stop, {
    kind: partnerEmailKind,
    list: (after) => enrolmentsWithCommissions(scope, period, after, batchSize),
    async send(fork, recipients) {
      const earnings = await newEarningsOf(fork, recipients, period)
      const partnerIds = earnings.map(({ partnerId }) => partnerId)
      const emails = await partnerEmailsFor(fork, partnerIds, 'commissionCreated')
      for (const one of earnings)
        for (const address of emails.get(one.partnerId) ?? [])
          fork.enqueue(sendEmailJob, { to: address, ...withPortalLink(fork, newCommissionsEmail(one)) })
    },
  })
  await sendReports(scope, to, stop, {
    kind: workspaceEmailKind,
    list: (after) => programsWithSales(scope, period, after, batchSize),
    async send(fork, recipients) {
      const sold = await newPartnerSalesOf(fork, recipients, period, maxPartners)
      const workspaceIds = sold.map(({ workspaceId }) => workspaceId)
      const members = await membersToNotifyByWorkspace(fork, workspaceIds, { preference: 'newPartnerSale' })
      for (const sales of sold)
        for (const address of members.get(sales.workspaceId) ?? [])
          fork.enqueue(sendEmailJob, { to: address, ...newPartnerSalesEmail(sales) })
    },
  })
}

async function sendReports(scope: JobScope, to: Date, stop: AbortSignal, { kind, list, send }: Report): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined && !stop.aborted;) {
    const recipients = await list(after)
    const fork = forkScope(scope)
    await inTransaction(fork, async () => {
      const subjects = recipients.map(({ subject }) => subject)
      const claimed = await claimEmails(fork, { kind, subjects, notSince: to, sentAt: to })
      await send(
        fork,
        recipients.filter(({ subject }) => claimed.has(subject)),
      )
    })
    after = recipients.length < batchSize ? undefined : recipients.at(-1)?.subject
  }
}
