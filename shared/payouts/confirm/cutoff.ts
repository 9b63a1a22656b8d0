/** Cut-off periods: only commissions before the cut-off are paid. Days are UTC. */

export const cutoffPeriods = ['today', 'lastMonth', 'twoMonthsAgo', 'lastQuarter', 'lastYear'] as const
export type CutoffPeriod = (typeof cutoffPeriods)[number]

/** The first moment whose commissions are not paid; null if all are. Periods end with their last day. */
export function cutoffDate(period: CutoffPeriod, now: Date): Date | null {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const start = {
    today: null,
    lastMonth: [year, month],
    twoMonthsAgo: [year, month - 1],
    lastQuarter: [year, month - (month % 3)],
    lastYear: [year, 0],
  }[period]
  return start && new Date(Date.UTC(start[0] as number, start[1] as number, 1))
}
