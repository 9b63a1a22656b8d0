/** The largest groups, added up here where most of their sums are at hand: to send them all to the database would take longer. */
import { type Attribute, bytesOfEntry, type Kind, offsetInEntry } from '../../tracking/index.js'
import type { Counted, Measure } from '../event-store.js'
import { byCount, countersOf, isKnown, remaining, unknownTexts } from './count.queries.js'
import type { Question } from './groups.queries.js'
import { type Fresh, largest, ranked, withFresh } from './ranking.js'
import type { Sql } from './snapshot.queries.js'
import { countsOf, measuresAsked } from './sources.js'
import { type Entries, type Sums, withPack } from './sums.js'
import type { Texts } from './texts.queries.js'

/** More values than these are the database's work: it does not hold up others meanwhile. */
const mostValues = 50_000

/** Null where it is the database's work. */
export async function largestOf(sql: Sql, question: Question, kind: Kind, packed: Sums, texts: Texts): Promise<Counted[] | null> {
  if (packed.values.length > mostValues) return null
  const measures = measuresAsked(question.kinds)
  const rest = await readRemaining(sql, question, kind)
  if (rest.groups > mostValues) return null
  const { values, counters } = rest.pack ? withPack(packed, rest.pack, entriesOf(measures)) : packed
  const fresh = rest.fresh ?? []
  const all = withFresh(counters, fresh)
  const order = byCount.filter((one) => measures.includes(one)).map((one) => measures.indexOf(one))
  const places = largest(all, order[0] as number, question.limit + unknownTexts)
  const known = await texts.of(
    sql,
    places.filter((place) => place < values.length).map((place) => values[place] as number),
  )
  const textAt = (place: number) =>
    place < values.length ? (known.get(values[place] as number) as string) : (fresh[place - values.length] as Fresh)[0]
  return ranked(places, all, order, textAt)
    .filter((place) => isKnown(kind.parts[0] as Attribute, textAt(place)))
    .slice(0, question.limit)
    .map((place) => ({
      key: [textAt(place)],
      counts: countsOf(
        measures,
        all.map((counter) => counter[place]),
      ),
    }))
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

function entriesOf(measures: readonly Measure[]): Entries {
  const row = { counters: countersOf(measures) }
  return { bytes: bytesOfEntry(row), offsets: row.counters.map((counter) => offsetInEntry(row, counter)) }
}
