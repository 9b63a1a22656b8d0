/** Numbers, amounts and times as text, in the language and time zone of the viewer. */

const number = new Intl.NumberFormat()
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })

export const formatNumber = (value: number) => number.format(value)
/** Large numbers are shortened: 12.3K. */
export const formatCompact = (value: number) => (Math.abs(value) < 10_000 ? number.format(value) : compact.format(value))

/** A number and its noun, which has the plural unless the number is one. */
export const formatCount = (value: number, noun: string, format = formatNumber) => `${format(value)} ${noun}${value === 1 ? '' : 's'}`

/** By currency. Creating one takes longer than formatting a hundred amounts. */
const money = new Map<string, Intl.NumberFormat>()

export function formatMoney(cents: number, currency = 'usd'): string {
  const format = money.get(currency) ?? new Intl.NumberFormat(undefined, { style: 'currency', currency: currency.toUpperCase() })
  money.set(currency, format)
  return format.format(cents / 100)
}

/** Whether this total of a partner, by which goals and conditions are named, is an amount in cents. */
export const isMoneyTotal = (attribute: unknown) => attribute === 'totalSaleAmount' || attribute === 'totalCommissions'

export const formatTotal = (attribute: unknown, value: number) => (isMoneyTotal(attribute) ? formatMoney(value) : formatNumber(value))

/** The change from one value to another, or null when there was none before. */
export function formatChange(now: number, before: number | undefined): string | null {
  if (before === undefined || before === 0) return null
  const change = Math.round(((now - before) / Math.abs(before)) * 100)
  return `${change > 0 ? '+' : ''}${change} %`
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const dateOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'long' })

export const formatDay = (time: string | Date) => day.format(new Date(time))
/** A day without a time, which is stored as its midnight in UTC. */
export const formatDate = (time: string | Date) => dateOnly.format(new Date(time))
export const formatExact = (time: string | Date) => exact.format(new Date(time))

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** "3 hours ago" within a week, the date before. */
export function formatRelative(time: string | Date, now = Date.now()): string {
  const seconds = (new Date(time).getTime() - now) / 1000
  if (Math.abs(seconds) > 7 * 86_400) return formatDay(time)
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return unit === 'second' && Math.abs(seconds) < 10 ? 'just now' : relative.format(Math.round(seconds / length), unit)
}

const regions = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' })
export function formatCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code
}

/** "partner.enrolled", "needsMoreDetail" and "tos_violation" as words. */
export function formatName(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[._]/g, ' ')
    .toLowerCase()
  return (words.charAt(0).toUpperCase() + words.slice(1)).replaceAll(/\b(crm|utm|url|api|qr)\b/gi, (word) => word.toUpperCase())
}

/** Without the protocol and a final slash. */
export const formatUrl = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

/** Addresses that a browser may open from here: pages, never scripts. */
export const safeHref = (url: string): string | undefined => (/^https?:\/\//i.test(url) ? url : undefined)
