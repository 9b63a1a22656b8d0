import { minutes } from '../../kernel/time.js'
import { mostInColumn } from './column-format.js'

/** After a long pause the next run of a fold goes on where this one ends. */
export const longestRun = minutes(4)

export interface FoldLimits {
  /**
   * From how many clicks on a workspace's bucket is added up by kind. Below, reading its facts costs half a millisecond at most, while its
   * rollups would have nearly as many rows as there are clicks.
   */
  denseFrom: number
  /** Clicks that are read and numbered at a time: some ten megabytes of memory. */
  clicksPerChunk: number
  /** Clicks of one step of the fold. New clicks wait for a step to end, so it should take a few seconds at most. */
  clicksPerStep: number
}

export const foldLimits: FoldLimits = { denseFrom: 5000, clicksPerChunk: 10_000, clicksPerStep: 100_000 }

export interface ConversionFoldLimits {
  /** As for clicks, only that there are fewer of them in as many values. */
  denseFrom: number
  /** Events of one step. Nobody waits for it. */
  eventsPerStep: number
}

export const conversionFoldLimits: ConversionFoldLimits = { denseFrom: 2000, eventsPerStep: 10_000 }

export interface ColumnLimits {
  /** From how many facts on an hour has columns. */
  from: number
  /** Facts of one part of an hour. */
  inPart: number
}

export const columnLimits: ColumnLimits = { from: 1000, inPart: mostInColumn }
