/** A verification check: a table of aggregates and the statements that recompute them from the events. */
import type { Sql } from '../sql.js'

/** Maximum wrong rows that a result lists. Further ones are only counted. */
export const maxSamples = 1000

/** A wrong row: its key, and its values. */
export interface RowDifference {
  key: Record<string, unknown>
  /** The values according to the events; null if there should be no row. */
  expected: Record<string, unknown> | null
  /** The stored values; null if there is no row. */
  found: Record<string, unknown> | null
}

/** The result of comparing one part of a table. */
export interface CheckResult {
  compared: number
  wrong: number
  /** The first wrong rows. */
  samples: RowDifference[]
}

/** Runs a function in a read-only transaction over one snapshot. */
export type InSnapshot = <Result>(read: (sql: Sql) => Promise<Result>) => Promise<Result>

export interface Check {
  table: string
  /** Compares the rows of a workspace, each part in a snapshot of its own, because events continue to arrive. */
  run(workspaceId: string, inSnapshot: InSnapshot): AsyncGenerator<CheckResult>
}
