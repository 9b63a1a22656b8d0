/**
 * What each figure of a page must show, from the answers of the API that the page received. Texts are written as a reader in the USA sees
 * them.
 */
import type { Answer } from './api-traffic.js'

/** The body of the last answer of an operation, to a request with these parameters. */
export type AnswerOf = (operation: string, query?: Record<string, string>) => any // answers have many shapes
/** The texts at a place, in the order of the page. */
export type FigureCase = (answer: AnswerOf) => string[]
export type FigureCases = Record<string, FigureCase>

export const answerIn =
  (answers: Answer[]): AnswerOf =>
  (operation, query = {}) => {
    const isAsked = (answer: Answer) =>
      answer.operation === operation && Object.entries(query).every(([name, value]) => answer.query[name] === value)
    const found = answers.findLast(isAsked)
    if (!found) throw new Error(`the page received no answer of ${operation} ${JSON.stringify(query)}`)
    return found.body
  }

const whole = new Intl.NumberFormat('en-US')
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
export const count = (value: number) => whole.format(value)
export const compact = (value: number) => (Math.abs(value) < 10_000 ? count(value) : short.format(value))
export const money = (cents: number, currency = 'usd') =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)
export const day = (time: string) => new Date(time).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
export const exact = (time: string) => new Date(time).toLocaleString('en-US', { dateStyle: 'full', timeStyle: 'long', timeZone: 'UTC' })
export const plural = (value: number, one: string, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`

/** One text per row of the answer; rows without a figure have none. */
export const each =
  (operation: string, text: (row: any) => string | null, query?: Record<string, string>): FigureCase =>
  (answer) =>
    (answer(operation, query) as unknown[]).map(text).filter((one) => one !== null)

/** One text from one answer. */
export const one =
  (operation: string, text: (body: any) => string | null, query?: Record<string, string>): FigureCase =>
  (answer) =>
    [text(answer(operation, query))].filter((one) => one !== null)

const change = (now: number, before: number) =>
  before === 0 ? null : `${now > before ? '+' : ''}${Math.round(((now - before) / before) * 100)} %`

/** Totals with the change since the span before, and the chart of clicks. */
export function totals(operation: string): FigureCases {
  const total = { groupBy: 'count' }
  const measures = [
    ['Clicks', 'clicks', count],
    ['Leads', 'leads', count],
    ['Sales', 'saleAmount', money],
  ] as const
  return {
    ...Object.fromEntries(
      measures.flatMap(([label, field, format]) => [
        [`Totals | ${label} | #`, one(operation, (body) => format(body[field]), total)],
        [`Totals | ${label} | # %`, one(operation, ({ previous, ...now }) => change(now[field], previous[field]), total)],
        [
          `Totals | ${label} | from #`,
          one(operation, ({ previous }) => (previous[field] ? `from ${format(previous[field])}` : null), total),
        ],
      ]),
    ),
    'Totals | Sales | # sales': one(operation, ({ sales }) => plural(sales, 'sale'), total),
    'Clicks over time | Clicks': each(operation, ({ clicks }) => count(clicks), { groupBy: 'timeseries' }),
    'Clicks over time | Before': each(operation, ({ previous }) => count(previous.clicks), { groupBy: 'timeseries' }),
  }
}

/** Bar lists of one property each. */
export const bars = (groups: Record<string, string>, operation = 'retrieveAnalytics'): FigureCases =>
  Object.fromEntries(
    Object.entries(groups).map(([label, groupBy]) => [`${label} | bars`, each(operation, ({ clicks }) => count(clicks), { groupBy })]),
  )

/** The sentence of a reward or discount of a percentage. */
export const reward = (terms: any) =>
  terms && (terms.type === 'flat' ? money(terms.amountInCents ?? terms.amount) : `${terms.amountInPercentage ?? terms.amount} %`)
