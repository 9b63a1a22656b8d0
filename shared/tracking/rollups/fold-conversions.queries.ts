/** SQL of folding leads and sales. */
import { attributes, attributesOfConversions } from './kinds.js'
import { arrays, type Sql } from './sql.js'
import { type EventTexts, textsHead } from './to-facts.js'

/** Folds take turns, which end with their transactions. No writer of events waits for one. */
export const turnOfFolding = `select pg_advisory_xact_lock(hashtext('fold_conversions'))`
export const takeTurn = (sql: Sql) => sql.query(turnOfFolding)

/** Numbers of some notes about events whose fact is missing or wrong; an event may have several. */
export async function someNotes(sql: Sql, limit: number): Promise<number[]> {
  const { rows } = await sql.query<{ no: number }>('select no from unfolded_conversions order by no limit $1', [limit])
  return rows.map(({ no }) => no)
}

/** A note that was made after these were read is another row and stays, also one about the same event. */
export const dropNotes = (sql: Sql, notes: readonly number[]) => sql.query('delete from unfolded_conversions where no = any($1)', [notes])

/** The events that the notes are about, by id and instant. */
export const noted = 'select distinct id, at from unfolded_conversions where no = any($1::bigint[])'

const names = `${textsHead}, ${attributesOfConversions.map((name) => attributes[name]).join(', ')}, events.id`

/** Those of the events that there are, as they are now; the extra columns in the order of the ledger. */
export const notedConversions = (sql: Sql, notes: readonly number[]) =>
  arrays<EventTexts>(
    sql,
    `with noted as (${noted})
     select ${names}, 1, 0, 0, null::boolean from noted join lead_events as events on events.id = noted.id and timestamp = noted.at
     union all
     select ${names}, 0, sales, amount, recurring from noted join sale_events as events on events.id = noted.id and timestamp = noted.at`,
    [notes],
  )
