import { claimEmails, sendEmailJob } from '../../accounts/index.js'
import { countEventsByPartner, type PartnerEvents } from '../../analytics/index.js'
import { forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { partnerEmailsFor } from '../../partner-accounts/index.js'
import { withPortalLink } from '../../partners/index.js'
import {
  earningsByPartner,
  partnersToSummarise,
  programsToSummarise,
  type SummarisedPartner,
  type SummarisedProgram,
} from './program-summary.queries.js'
import { hasActivity, type MonthOfPartner, programSummaryEmail } from './summary-email.js'

const programsPerBatch = 50
const partnersPerBatch = 100

/**
 * Emails each partner what its links brought a program in the month that ended, once a month. Partners without activity in that month get
 * no email. A batch of partners is one transaction, so that a repeated run sends no email twice.
 */
export async function sendProgramSummaries(scope: JobScope, stop: AbortSignal): Promise<void> {
  for (let after = ''; ;) {
    const programs = await programsToSummarise(scope, after, programsPerBatch)
    for (const program of programs) {
      if (stop.aborted) return
      await summariseProgram(scope, program, stop)
    }
    if (programs.length < programsPerBatch) return
    after = programs.at(-1)?.id ?? ''
  }
}

interface Month {
  from: Date
  to: Date
  events: Map<string, PartnerEvents>
}

async function summariseProgram(scope: JobScope, program: SummarisedProgram, stop: AbortSignal): Promise<void> {
  const [current, previous] = [await monthOf(scope, program, 1), await monthOf(scope, program, 2)]
  for (let after = ''; !stop.aborted;) {
    const partners = await partnersToSummarise(scope, program.id, after, partnersPerBatch)
    if (partners.length === 0) return
    const fork = forkScope(scope)
    await inTransaction(fork, () => emailPartners(fork, program, partners, { current, previous }))
    after = partners.at(-1)?.enrolmentId ?? ''
  }
}

/** A whole month in UTC, that many months ago. */
async function monthOf(scope: JobScope, { id: programId, workspaceId }: SummarisedProgram, ago: number): Promise<Month> {
  const now = scope.now()
  const start = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
  const [from, to] = [start(ago), start(ago - 1)]
  return { from, to, events: await countEventsByPartner(scope, { workspaceId, programId, from: from.getTime(), to: to.getTime() }) }
}

async function emailPartners(
  scope: JobScope,
  program: SummarisedProgram,
  partners: readonly SummarisedPartner[],
  { current, previous }: { current: Month; previous: Month },
): Promise<void> {
  const partnerIds = partners.map(({ partnerId }) => partnerId)
  const earnings = await Promise.all(
    [current, previous].map((month) => earningsByPartner(scope, { ...month, programId: program.id, partnerIds })),
  )
  const countsIn = (month: Month, index: number, id: string): MonthOfPartner => ({
    clicks: 0,
    leads: 0,
    sales: 0,
    ...month.events.get(id),
    earnings: earnings[index]?.get(id) ?? 0,
  })
  const active = partners.filter(({ partnerId }) => hasActivity(countsIn(current, 0, partnerId)))
  const subjects = active.map(({ enrolmentId }) => enrolmentId)
  const claimed = await claimEmails(scope, { kind: 'partners.program-summary', subjects, notSince: current.to })
  const recipients = await partnerEmailsFor(scope, partnerIds, 'monthlyProgramSummary')
  for (const { enrolmentId, partnerId, totalClicks, totalLeads, totalSales, totalEarnings } of active) {
    if (!claimed.has(enrolmentId)) continue
    const email = programSummaryEmail({
      program: program.name,
      month: current.from,
      current: countsIn(current, 0, partnerId),
      previous: countsIn(previous, 1, partnerId),
      total: { clicks: totalClicks, leads: totalLeads, sales: totalSales, earnings: totalEarnings },
    })
    for (const to of recipients.get(partnerId) ?? []) scope.enqueue(sendEmailJob, { to, ...withPortalLink(scope, email) })
  }
}
