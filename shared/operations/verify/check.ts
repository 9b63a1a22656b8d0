/** A recount is data: tables that hold figures, and the statements that reckon them anew from the events. */
import type pg from 'pg'
import { type Difference, mostNamed } from './report.js'

export type Sql = Pick<pg.ClientBase, 'query'>

/** What the comparison of one part of a table came to. */
export interface Part {
  compared: number
  wrong: number
  /** The first of the wrong ones. */
  named: Omit<Difference, 'table'>[]
}

/** The last columns of a statement that has its wrong rows in `wrong`: however many they are, few leave the database. */
export const summary = `(select count(*) from wrong) as wrong, (select coalesce(jsonb_agg(named), '[]') from (select key, expected, found from wrong order by key limit ${mostNamed}) as named) as named`

/** Runs what it is given in a transaction that sees one moment and changes nothing. */
export type InSnapshot = <Result>(read: (sql: Sql) => Promise<Result>) => Promise<Result>

export interface Check {
  table: string
  /** Compares the workspace's rows of the table, a part in each snapshot: events go on to arrive meanwhile. */
  parts(workspaceId: string, inSnapshot: InSnapshot): AsyncGenerator<Part>
}
