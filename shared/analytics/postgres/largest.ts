/** The largest groups, added up here where most of their sums are at hand: to send them all to the database would take longer. */
import type { Attribute, Kind } from '../../tracking/index.js'
import type { Counted } from '../event-store.js'
import { byCount, isKnown, remaining, unknownTexts } from './count.queries.js'
import type { Question } from './groups.queries.js'
import { largest, ranked, type Row, together } from './ranking.js'
import type { Sql } from './snapshot.js'
import { countsOf, measuresAsked } from './sources.js'
import type { Sums } from './sums.js'
import type { Texts } from './texts.queries.js'

/** More values than these are the database's work: it does not hold up others meanwhile. */
const mostValues = 50_000

/** Null where it is the database's work. */
export async function largestOf(sql: Sql, question: Question, kind: Kind, packed: Sums, texts: Texts): Promise<Counted[] | null> {
  if (packed.values.length > mostValues) return null
  const { text, values } = remaining(question, kind, mostValues + 1)
  const { rows } = await sql.query<[number | null, string | null, ...unknown[]]>({ text, values: [...values], rowMode: 'array' })
  if (rows.length > mostValues) return null
  let known: ReadonlyMap<number, string> = new Map()
  const groups = together(packed, rows satisfies readonly Row[], () => known)
  const measures = measuresAsked(question.kinds)
  const order = byCount.filter((one) => measures.includes(one)).map((one) => measures.indexOf(one))
  const places = largest(groups, order[0] as number, question.limit + unknownTexts)
  known = await texts.of(sql, groups.valuesAt(places))
  return ranked(groups, places, order)
    .filter((place) => isKnown(kind.parts[0] as Attribute, groups.textAt(place)))
    .slice(0, question.limit)
    .map((place) => ({ key: [groups.textAt(place)], counts: countsOf(measures, groups.counters.map((counter) => counter[place])) }))
}
