/** A verification check: a table of aggregates and the statements that recompute them from the events. */
import type pg from 'pg'
import { type Difference, maxSamples } from './verification-report.js'

export type Sql = Pick<pg.ClientBase, 'query'>

/** The result of comparing one part of a table. */
export interface CheckResult {
  compared: number
  wrong: number
  /** The first wrong rows. */
  samples: Omit<Difference, 'table'>[]
}

/** The result columns of a statement with a CTE `wrong`: the number of wrong rows, and a bounded sample of them. */
export const summary = `
  (select count(*) from wrong) as wrong,
  (select coalesce(jsonb_agg(sample), '[]')
   from (select key, expected, found from wrong order by key limit ${maxSamples}) as sample) as samples`

/** Runs a function in a read-only transaction over one snapshot. */
export type InSnapshot = <Result>(read: (sql: Sql) => Promise<Result>) => Promise<Result>

export interface Check {
  table: string
  /** Compares the rows of a workspace, each part in a snapshot of its own, because events continue to arrive. */
  run(workspaceId: string, inSnapshot: InSnapshot): AsyncGenerator<CheckResult>
}
