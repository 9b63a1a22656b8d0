import type { JobScope } from '../../kernel/scope.js'
import { periodStart } from './billing-period.js'
import { resetUsageCounters } from './workspace.queries.js'

/** Resets the usage counters of workspaces whose billing period has ended. The next run makes up for a missed one. */
export async function startBillingPeriods({ em, now }: JobScope): Promise<void> {
  const days = Array.from({ length: 31 }, (_, index) => index + 1)
  await resetUsageCounters(
    em,
    days.map((day) => ({ day, start: periodStart(day, now()) })),
  )
}
