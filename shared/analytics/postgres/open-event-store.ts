import type pg from 'pg'
import type { Counted, EventStore, Grouping, Selection } from '../event-store.js'
import type { Clicks, Standing } from './click-groups.queries.js'
import { counting, measuresAsked, type Question, standing } from './count.queries.js'
import { listing } from './list.queries.js'
import { planOf, sourceOf } from './plan.js'
import { inSnapshot, type Sql } from './snapshot.js'
import type { Statement } from './statement.js'

/** Events in PostgreSQL: rollups where they answer the question, facts where they don't, the events themselves for what is newest. */
export function openEventStore(pool: pg.Pool): EventStore {
  return {
    async count(kinds, selection, grouping, limit) {
      const counted = kinds.filter((kind) => kind !== 'clicks' || grouping.by !== 'eventName')
      return counted.length > 0 ? inSnapshot(pool, (sql) => count(sql, { kinds: counted, selection, grouping, limit })) : []
    },
    list: (kind, selection, page) => inSnapshot(pool, (sql) => rowsOf(sql, listing(kind, selection, page))),
  }
}

async function count(sql: Sql, asked: Omit<Question, 'clicks'>): Promise<Counted[]> {
  const clicks = asked.kinds.includes('clicks') ? await planClicks(sql, asked.selection, asked.grouping) : null
  const rows = await rowsOf<Record<string, string>>(sql, counting({ ...asked, clicks }))
  const measures = measuresAsked(asked.kinds)
  return rows.map((row) => ({
    key: Object.keys(row).filter((name) => name.startsWith('key')).map((name) => row[name] as string),
    counts: Object.fromEntries(measures.map((one) => [one, Number(row[one])])),
  }))
}

async function planClicks(sql: Sql, selection: Selection, grouping: Grouping): Promise<Clicks> {
  const known = await readStanding(sql, selection, grouping)
  return { selection, standing: known, plan: planOf(selection, grouping, known.watermark) }
}

async function readStanding(sql: Sql, selection: Selection, grouping: Grouping): Promise<Standing> {
  const asked = standing(sourceOf(selection, grouping), selection)
  const [row = {}] = await rowsOf<Record<string, unknown>>(sql, asked)
  const filters = asked.conditions.map(({ kind, negated }, place) => ({ kind, negated, numbers: row[`numbers${place}`] as number[] }))
  return { watermark: (row.watermark as Date).getTime(), workspace: row.workspace as number | null, filters }
}

async function rowsOf<Row>(sql: Sql, { text, values }: Statement): Promise<Row[]> {
  const { rows } = await sql.query(text, [...values])
  return rows as Row[]
}
