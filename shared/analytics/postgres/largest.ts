/** The largest groups, added up here where most of their sums are at hand: to send them all to the database would take longer. */
import type { Attribute, Kind } from '../../tracking/index.js'
import type { Counted, Measure } from '../event-store.js'
import { byCount, isKnown, remaining, unknownTexts } from './count.queries.js'
import type { Question } from './groups.queries.js'
import { type Fresh, largest, ranked, together } from './ranking.js'
import type { Sql } from './snapshot.js'
import { countsOf, measuresAsked } from './sources.js'
import { type Sums, withPack } from './sums.js'
import type { Texts } from './texts.queries.js'

/** More values than these are the database's work: it does not hold up others meanwhile. */
const mostValues = 50_000

/** Null where it is the database's work. */
export async function largestOf(sql: Sql, question: Question, kind: Kind, packed: Sums, texts: Texts): Promise<Counted[] | null> {
  if (packed.values.length > mostValues) return null
  const measures = measuresAsked(question.kinds)
  const rest = await readRemaining(sql, question, kind)
  if (rest.groups > mostValues) return null
  const sums = rest.pack ? withPack(packed, rest.pack, entriesOf(measures)) : packed
  let known: ReadonlyMap<number, string> = new Map()
  const groups = together(sums, rest.fresh ?? [], (value) => known.get(value) as string)
  const order = byCount.filter((one) => measures.includes(one)).map((one) => measures.indexOf(one))
  const places = largest(groups, order[0] as number, question.limit + unknownTexts)
  known = await texts.of(sql, groups.valuesAt(places))
  return ranked(groups, places, order)
    .filter((place) => isKnown(kind.parts[0] as Attribute, groups.textAt(place)))
    .slice(0, question.limit)
    .map((place) => ({ key: [groups.textAt(place)], counts: countsOf(measures, groups.counters.map((counter) => counter[place])) }))
}

interface Remaining {
  groups: number
  pack: Buffer | null
  fresh: Fresh[] | null
}

async function readRemaining(sql: Sql, question: Question, kind: Kind): Promise<Remaining> {
  const { text, values } = remaining(question, kind, mostValues + 1)
  const { rows } = await sql.query<Remaining>(text, [...values])
  return rows[0] as Remaining
}

/** A value, and one number after the other. */
const entriesOf = (measures: readonly Measure[]) => ({ bytes: 4 + 8 * measures.length, offsets: measures.map((_, place) => 4 + 8 * place) })
