import type pg from 'pg'
import type { Counted, EventKind, EventStore, Grouping, Measure, Selection } from '../event-store.js'
import { manyFacts, withColumns } from './columns.js'
import { counting, standing } from './count.queries.js'
import type { NumberFilter } from './folded.queries.js'
import { listing } from './list.queries.js'
import { withPacks } from './packs.queries.js'
import { kindGrouped, plansOf, sourceOf, type Standing } from './plan.js'
import { inSnapshot, type Sql } from './snapshot.js'
import { measuresAsked } from './sources.js'
import type { Statement } from './statement.js'

/** Events in PostgreSQL: rollups where they answer the question, facts where they don't, the events themselves for what is newest. */
export function openEventStore(pool: pg.Pool, columnsFrom = manyFacts): EventStore {
  return {
    async count(kinds, selection, grouping, limit) {
      const counted = kinds.filter((kind) => kind !== 'clicks' || grouping.by !== 'eventName')
      return counted.length > 0 ? inSnapshot(pool, (sql) => count(sql, { kinds: counted, selection, grouping, limit }, columnsFrom)) : []
    },
    list: (kind, selection, page) => inSnapshot(pool, (sql) => rowsOf(sql, listing(kind, selection, page))),
  }
}

interface Asked {
  kinds: readonly EventKind[]
  selection: Selection
  grouping: Grouping
  limit: number
}

async function count(sql: Sql, asked: Asked, columnsFrom: number): Promise<Counted[]> {
  const { kinds, selection, grouping } = asked
  const { standing: known, workspace, filters } = await readStanding(sql, selection, grouping)
  const measures = measuresAsked(kinds)
  let plans = plansOf(kinds, selection, grouping, known)
  if (workspace !== null) {
    const wanted = { measures, workspace, filters, by: kindGrouped(selection, grouping), starts: grouping.by === 'time' ? grouping.starts : null }
    plans = await withPacks(sql, plans, wanted)
    for (const [place, plan] of plans.entries()) plans[place] = await withColumns(sql, plan, wanted, columnsFrom)
  }
  const { text, values } = counting({ ...asked, plans, workspace, filters })
  // There may be thousands of rows, and arrays take a fraction of the time.
  const { rows } = await sql.query<(string | number)[]>({ text, values: [...values], rowMode: 'array' })
  return rows.map((row) => ({ key: row.slice(0, -measures.length) as string[], counts: countsOf(measures, row.slice(-measures.length)) }))
}

function countsOf(measures: readonly Measure[], numbers: readonly unknown[]): Counted['counts'] {
  const counts: Counted['counts'] = {}
  for (const [place, measure] of measures.entries()) counts[measure] = Number(numbers[place])
  return counts
}

async function readStanding(sql: Sql, selection: Selection, grouping: Grouping): Promise<{ standing: Standing; workspace: number | null; filters: NumberFilter[] }> {
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
