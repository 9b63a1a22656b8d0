import type pg from 'pg'
import type { Counted, EventStore, Grouping, Selection, StoredEvent } from '../event-store.js'
import { counting, type Standing, standing } from './count.queries.js'
import { listing } from './list.queries.js'
import { planOf, sourceOf } from './plan.js'
import { inSnapshot, type Sql } from './snapshot.js'
import { type Source, sources } from './sources.js'
import type { Statement } from './statement.js'

/** Events in PostgreSQL: rollups where they answer the question, facts where they don't, the events themselves for what is newest. */
export function openEventStore(pool: pg.Pool): EventStore {
  return {
    async count(selection, grouping, limit) {
      const source = sources[selection.kind]
      return source ? inSnapshot(pool, (sql) => count(sql, source, selection, grouping, limit)) : []
    },
    async list(selection, page) {
      const source = sources[selection.kind]
      return source ? inSnapshot(pool, (sql) => rowsOf<StoredEvent>(sql, listing(source, selection, page))) : []
    },
  }
}

async function count(sql: Sql, source: Source, selection: Selection, grouping: Grouping, limit: number): Promise<Counted[]> {
  const known = await readStanding(sql, source, selection, grouping)
  const plan = planOf(selection, grouping, known.watermark)
  const rows = await rowsOf<{ [key: `key${number}`]: string; count: string }>(sql, counting({ source, selection, grouping, plan, standing: known, limit }))
  return rows.map(({ count, ...keys }) => ({ key: Object.values<string>(keys), count: Number(count) }))
}

async function readStanding(sql: Sql, source: Source, selection: Selection, grouping: Grouping): Promise<Standing> {
  const asked = standing(source, sourceOf(selection, grouping), selection)
  const [row = {}] = await rowsOf<Record<string, unknown>>(sql, asked)
  const filters = asked.conditions.map(({ kind, negated }, place) => ({ kind, negated, numbers: row[`numbers${place}`] as number[] }))
  return { watermark: (row.watermark as Date).getTime(), workspace: row.workspace as number | null, filters }
}

async function rowsOf<Row>(sql: Sql, { text, values }: Statement): Promise<Row[]> {
  const { rows } = await sql.query(text, [...values])
  return rows as Row[]
}
