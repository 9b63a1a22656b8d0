import type pg from 'pg'
import type { Counted, EventKind, EventStore, Grouping, Measure, Selection } from '../event-store.js'
import { admitted } from './admission.js'
import { manyFacts, withColumns } from './columns.js'
import { counting, standing } from './count.queries.js'
import type { NumberFilter } from './folded.queries.js'
import type { Question } from './groups.queries.js'
import { KeptSums } from './kept-sums.js'
import { largestOf } from './largest.js'
import { listing } from './list.queries.js'
import { withPacks } from './packs.queries.js'
import { kindGrouped, plansOf, sourceOf, type Standing } from './plan.js'
import { inSnapshot, readAlone, type Sql } from './snapshot.queries.js'
import { countsOf, measuresAsked } from './sources.js'
import type { Statement } from './statement.js'
import type { Sums } from './sums.js'
import { Texts } from './texts.queries.js'

/** Events in PostgreSQL: rollups where they answer the question, facts where they don't, the events themselves for what is newest. */
export function openEventStore(pool: pg.Pool, columnsFrom = manyFacts): EventStore {
  return {
    async count(kinds, selection, grouping, limit) {
      const counted = kinds.filter((kind) => kind !== 'clicks' || grouping.by !== 'eventName')
      const ask = () =>
        inSnapshot(pool, (sql) => count(sql, { kinds: counted, selection, grouping, limit }, { columnsFrom, ...keptOf(pool) }))
      return counted.length > 0 ? admitted(pool, selection, grouping, ask) : []
    },
    list: (kind, selection, page) => readAlone(pool, listing(kind, selection, page)),
  }
}

interface Asked {
  kinds: readonly EventKind[]
  selection: Selection
  grouping: Grouping
  limit: number
}

interface Known extends Kept {
  /** Facts from which on columns are read. */
  columnsFrom: number
}

/** What is read again and again, and is known to be still true. */
interface Kept {
  texts: Texts
  sums: KeptSums
}

const keptOfPools = new WeakMap<pg.Pool, Kept>()

function keptOf(pool: pg.Pool): Kept {
  const kept = keptOfPools.get(pool) ?? { texts: new Texts(), sums: new KeptSums() }
  keptOfPools.set(pool, kept)
  return kept
}

async function count(sql: Sql, asked: Asked, { columnsFrom, texts, sums }: Known): Promise<Counted[]> {
  const { kinds, selection, grouping } = asked
  const { standing: known, workspace, filters } = await readStanding(sql, selection, grouping)
  const measures = measuresAsked(kinds)
  const kind = kindGrouped(selection, grouping)
  let plans = plansOf(kinds, selection, grouping, known)
  let packed: Sums | null = null
  if (workspace !== null) {
    const wanted = { measures, workspace, filters, by: kind, starts: grouping.by === 'time' ? grouping.starts : null }
    ;({ plans, packed } = await withPacks(sql, plans, wanted, sums))
    for (const [place, plan] of plans.entries()) plans[place] = await withColumns(sql, plan, wanted, columnsFrom)
  }
  const question: Question = { ...asked, plans, packed, workspace, filters }
  const added = packed && kind?.parts.length === 1 && grouping.by !== 'link' ? await largestOf(sql, question, kind, packed, texts) : null
  return added ?? (await countedThere(sql, question, measures))
}

async function countedThere(sql: Sql, question: Question, measures: readonly Measure[]): Promise<Counted[]> {
  const { text, values } = counting(question)
  // There may be thousands of rows, and arrays take a fraction of the time.
  const { rows } = await sql.query<(string | number)[]>({ text, values: [...values], rowMode: 'array' })
  return rows.map((row) => ({ key: row.slice(0, -measures.length) as string[], counts: countsOf(measures, row.slice(-measures.length)) }))
}

async function readStanding(
  sql: Sql,
  selection: Selection,
  grouping: Grouping,
): Promise<{ standing: Standing; workspace: number | null; filters: NumberFilter[] }> {
  const asked = standing(sourceOf(selection, grouping), selection)
  const [row = {}] = await rowsOf<Record<string, unknown>>(sql, asked)
  const watermarks = { clicks: (row.clicks as Date).getTime(), conversions: (row.conversions as Date).getTime() }
  const filters = asked.conditions.map(({ kind, negated }, place) => ({ kind, negated, numbers: row[`numbers${place}`] as number[] }))
  return { standing: { watermarks, hasNotes: row.hasNotes as boolean }, workspace: row.workspace as number | null, filters }
}

async function rowsOf<Row>(sql: Sql, { text, values }: Statement): Promise<Row[]> {
  const { rows } = await sql.query(text, [...values])
  return rows as Row[]
}
