/** Start of billing periods; days are UTC. */

/** The latest period start that is not in the future. In months without the cycle day, the last day of the month counts. */
export function periodStart(cycleDay: number, now: Date): Date {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const thisMonth = startIn(year, month, cycleDay)
  return thisMonth <= now ? thisMonth : startIn(year, month - 1, cycleDay)
}

function startIn(year: number, month: number, cycleDay: number): Date {
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(cycleDay, lastDay)))
}
