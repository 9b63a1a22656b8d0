import type { JobWorld } from './job-world.js'

/** What a job acts on, and what it changes when it runs for the first time. Its second run must change nothing. */
export interface JobCase {
  /** Prepares the data and returns the payload. */
  seed(world: JobWorld): Promise<unknown>
  /**
   * All that the first run changes: tables with the number of rows that they gain or, negative, lose; 0 means that rows change, and `some`
   * that the number of further rows depends on the time of the day. Also the `emails` that are sent, the `files` that are stored, the
   * `jobs` that are enqueued beside the outbox, `partitions` of tables, and `requests` to other systems.
   */
  changes: Record<string, number | 'some'>
  /** Why nothing changes here, if nothing does. */
  unchanged?: string
  /** What the second run may change, with the reason. */
  repeats?: Record<string, string>
}

export type JobCases = Record<string, JobCase>
