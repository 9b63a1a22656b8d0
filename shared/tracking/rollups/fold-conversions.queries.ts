/** SQL of folding leads and sales. */
import { attributes, attributesOfConversions } from './kinds.js'
import { arrays, type Sql } from './sql.js'
import { type EventTexts, textsHead } from './to-facts.js'

/** Folds take turns. No writer of events waits for one. */
export const takeTurn = (sql: Sql) => sql.query(`select pg_advisory_xact_lock(hashtext('fold_conversions'))`)

export interface Note {
  no: number
  id: string
  at: Date
}

/** Some of the notes about events whose fact is missing or wrong; an event may have several. */
export async function someNotes(sql: Sql, limit: number): Promise<Note[]> {
  const { rows } = await sql.query<Note>('select no, id, at from unfolded_conversions order by no limit $1', [limit])
  return rows
}

/** A note that was made after these were read is another row and stays, also one about the same event. */
export const dropNotes = (sql: Sql, notes: readonly Note[]) => sql.query('delete from unfolded_conversions where no = any($1)', [notes.map(({ no }) => no)])

const names = `${textsHead}, ${attributesOfConversions.map((name) => attributes[name]).join(', ')}, id`

/** Those of the events that there are, as they are now; the extra columns in the order of the ledger. */
export const notedConversions = (sql: Sql, notes: readonly Note[]) =>
  arrays<EventTexts>(
    sql,
    `with noted as (select distinct noted_id, noted_at from unnest($1::text[], $2::timestamptz[]) as noted(noted_id, noted_at))
     select ${names}, 1, 0, 0, null::boolean from noted join lead_events on id = noted_id and timestamp = noted_at
     union all
     select ${names}, 0, sales, amount, recurring from noted join sale_events on id = noted_id and timestamp = noted_at`,
    [notes.map(({ id }) => id), notes.map(({ at }) => at)],
  )
