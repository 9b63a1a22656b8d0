/** SQL that is the same in every event store: which groups are counted, and their order. */
import type { Attribute } from '../rollups/index.js'
import type { Measure } from './event-store.js'

export const unknownTexts: readonly string[] = ['', 'Unknown']

/** Whether the value of an attribute in a group is known. */
export function knownCondition(attribute: Attribute): string {
  if (attribute === 'region') return `not like '%-'`
  return attribute === 'eventName' ? `<> ''` : `not in (${unknownTexts.map((text) => `'${text}'`).join(', ')})`
}

/** Excludes groups whose measures are all zero, for example because every sale was refunded. */
export const anyNonZero = (measures: readonly Measure[]) => `(${measures.map((measure) => `"${measure}" <> 0`).join(' or ')})`

export const quotedNames = (measures: readonly Measure[]) => measures.map((measure) => `"${measure}"`)

/** The order of groups: by the first of these measures that is requested, ties by the next. */
export const rankByCount: readonly Measure[] = ['clicks', 'leads', 'saleAmount']
export const rankByAmount: readonly Measure[] = ['saleAmount', 'clicks', 'leads']

export const orderBy = (measures: readonly Measure[], ranking: readonly Measure[]) =>
  ranking
    .filter((measure) => measures.includes(measure))
    .map((measure) => `"${measure}" desc`)
    .join(', ')
