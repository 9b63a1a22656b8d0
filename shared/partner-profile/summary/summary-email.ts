/** Text of the monthly summary of a program for one of its partners. Pure. */

export interface MonthOfPartner {
  clicks: number
  leads: number
  sales: number
  /** Cents. */
  earnings: number
}

export interface ProgramSummary {
  program: string
  /** The month that ended. */
  month: Date
  current: MonthOfPartner
  previous: MonthOfPartner
  total: MonthOfPartner
}

const count = (value: number) => value.toLocaleString('en-US')
const money = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

const rows = [
  ['clicks', 'Clicks', count],
  ['leads', 'Leads', count],
  ['sales', 'Sales', count],
  ['earnings', 'Earnings', money],
] as const

export const hasActivity = (month: MonthOfPartner) => rows.some(([name]) => month[name] > 0)

export function programSummaryEmail({ program, month, current, previous, total }: ProgramSummary): { subject: string; text: string } {
  const name = month.toLocaleString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return {
    subject: `${program}: your ${name}`,
    text: [
      `What your links brought ${program} in ${name}, compared with the month before, and since you joined:`,
      rows
        .map(
          ([key, label, format]) => `${label}: ${format(current[key])} (${format(previous[key])} before, ${format(total[key])} in total)`,
        )
        .join('\n'),
      'You can switch this email off in your profile.',
    ].join('\n\n'),
  }
}
