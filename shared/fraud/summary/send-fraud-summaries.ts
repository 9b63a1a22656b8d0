import { membersToNotify, plansWith, sendEmailJob } from '../../accounts/index.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { days } from '../../kernel/time.js'
import type { FraudType } from '../rules/fraud-types.js'
import { claimSummaries, newestPendingGroups, type ProgramToSummarise } from './fraud-summary.queries.js'

const batchSize = 10
const maxGroups = 6

/** Emails the owners of programs in which something suspicious happened within a day, at most once a day. */
export async function sendFraudSummaries(scope: JobScope, stop: AbortSignal): Promise<void> {
  const since = new Date(scope.now().getTime() - days(1))
  const day = scope.now().toISOString().slice(0, 10)
  let isMore = true
  while (isMore && !stop.aborted) {
    isMore = await inTransaction(scope, async () => {
      const programs = await claimSummaries(scope, { since, day, plans: plansWith('fraudEvents'), limit: batchSize })
      for (const program of programs) await sendSummary(scope, program)
      return programs.length > 0
    })
  }
}

async function sendSummary(scope: JobScope, { programId, program, workspaceId, pending }: ProgramToSummarise): Promise<void> {
  const groups = await newestPendingGroups(scope, programId, maxGroups)
  const lines = groups.map(({ type, partner, eventCount }) => `- ${partner}: ${labels[type]} (${eventCount})`)
  const more = pending > groups.length ? [`- and ${pending - groups.length} more`] : []
  const text = [
    `${pending} pending fraud ${pending === 1 ? 'group' : 'groups'} of the program ${program} to review:`,
    '',
    ...lines,
    ...more,
    '',
    'Commissions under suspicion are held until you resolve the group or ban the partner:',
    `${scope.config.baseUrl}/fraud/groups`,
  ].join('\n')
  for (const to of await membersToNotify(scope, workspaceId, { roles: ['owner'], preference: 'fraudEventsSummary' }))
    scope.enqueue(sendEmailJob, { to, subject: `Risk events pending review for ${program}`, text })
}

const labels: Record<FraudType, string> = {
  customerEmailMatch: 'email addresses of customers match the partner or its other customers',
  customerEmailSuspiciousDomain: 'customers with disposable email addresses',
  referralSourceBanned: 'visitors from banned referral sources',
  paidTrafficDetected: 'visitors from paid advertising',
  partnerCrossProgramBan: 'banned by another program',
  partnerDuplicateAccount: 'same payout details or verified account as another partner',
}
