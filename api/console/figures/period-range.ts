/** Periods as days, in a time zone. Pure. */

export const intervals = {
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '1y': 'Last year',
  mtd: 'This month',
  qtd: 'This quarter',
  ytd: 'This year',
  all: 'All time',
} as const
export type Interval = keyof typeof intervals

export interface Period {
  interval?: Interval
  /** First and last day, as dates. */
  start?: string
  end?: string
}

const isInterval = (value: string | undefined): value is Interval => value !== undefined && value in intervals

/** Of an address, which may be cut off or changed by hand. */
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text))

/** The period that a query names; the last 30 days if it names none. */
export function periodOf({ interval, start, end }: Record<string, string>): Period {
  if (start && end && isDay(start) && isDay(end)) return { start, end }
  return { interval: isInterval(interval) ? interval : '30d' }
}

const dayMs = 86_400_000
const addDays = (day: string, count: number) => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
const daysBetween = (first: string, last: string) => Math.round((Date.parse(last) - Date.parse(first)) / dayMs)

/** The date of an instant in a time zone. */
export const dateIn = (timezone: string, instant: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant)

const lengths: Partial<Record<Interval, number>> = { '24h': 1, '7d': 7, '30d': 30, '90d': 90, '1y': 365 }

/** First and last day of a period that ends today, or null for all time. */
export function daysOf({ interval, start, end }: Period, today: string): { start: string; end: string } | null {
  if (start && end) return { start, end }
  if (!interval || interval === 'all') return null
  const length = lengths[interval]
  if (length !== undefined) return { start: addDays(today, 1 - length), end: today }
  const [year = '', month = ''] = today.split('-')
  const quarter = String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')
  return { start: `${year}-${interval === 'ytd' ? '01' : interval === 'qtd' ? quarter : month}-01`, end: today }
}

/** The period of the same length right before or after, or null if there is none: it would lie in the future, or all time is chosen. */
export function shiftPeriod(period: Period, direction: -1 | 1, today: string): { start: string; end: string } | null {
  const days = daysOf(period, today)
  if (!days || (direction === 1 && days.end >= today)) return null
  const length = daysBetween(days.start, days.end) + 1
  return { start: addDays(days.start, direction * length), end: addDays(days.end, direction * length) }
}

/** The days of a point of a time series: its day, or all days of its month. `start` has the offset of the zone. */
export function daysOfPoint(start: string, gapMs: number): { start: string; end: string } {
  const day = start.slice(0, 10)
  if (gapMs <= 2 * dayMs) return { start: day, end: day }
  const [year = 0, month = 1] = day.split('-').map(Number)
  return { start: day, end: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) }
}
