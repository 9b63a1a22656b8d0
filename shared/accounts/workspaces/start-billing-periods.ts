import type { JobScope } from '../../kernel/scope.js'
import { periodStart } from './billing-period.js'
import { startPeriods } from './workspace.queries.js'

/** Workspaces whose period is over begin to count anew. A run that was missed is made up for by the next. */
export async function startBillingPeriods({ em, now }: JobScope): Promise<void> {
  const days = Array.from({ length: 31 }, (_, at) => at + 1)
  await startPeriods(
    em,
    days.map((day) => ({ day, start: periodStart(day, now()) })),
  )
}
