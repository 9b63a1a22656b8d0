/** SQL of the roll-up of leads and sales. */
import { attributeColumns, conversionAttributes } from './dimensions.js'
import { queryArrays, type Sql } from './sql.js'
import { type EventTuple, eventTupleHead } from './to-facts.js'

/** One roll-up runs at a time; the lock is released when its transaction ends. Writers of events do not take it. */
export const lockConversionRollUpSql = `select pg_advisory_xact_lock(hashtext('roll_up_conversions'))`
export const lockConversionRollUp = (sql: Sql) => sql.query(lockConversionRollUpSql)

/** Numbers of changes whose events have a missing or stale fact. An event may have several changes. */
export async function listPendingChanges(sql: Sql, limit: number): Promise<number[]> {
  const { rows } = await sql.query<{ no: number }>('select no from pending_conversions order by no limit $1', [limit])
  return rows.map(({ no }) => no)
}

/** Deletes by number: a change recorded after these were read is another row and stays, even if it concerns the same event. */
export const deletePendingChanges = (sql: Sql, changes: readonly number[]) =>
  sql.query('delete from pending_conversions where no = any($1)', [changes])

/** The events of the changes in $1, by id and time. */
export const pendingEvents = 'select distinct id, at from pending_conversions where no = any($1::bigint[])'

const columns = `${eventTupleHead}, ${conversionAttributes.map((name) => attributeColumns[name]).join(', ')}, events.id`

/** The changed events in their current state, without deleted ones; the extra columns in the order of the schema. */
export const findPendingConversions = (sql: Sql, changes: readonly number[]) =>
  queryArrays<EventTuple>(
    sql,
    `with pending as (${pendingEvents})
     select ${columns}, 1, 0, 0, null::boolean from pending join lead_events as events on events.id = pending.id and timestamp = pending.at
     union all
     select ${columns}, 0, sales, amount, recurring from pending join sale_events as events on events.id = pending.id
     and timestamp = pending.at`,
    [changes],
  )
