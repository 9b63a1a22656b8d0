import { minutes } from '../kernel/time.js'
import { maxFactsPerSegment } from './column-segment.js'

/** A run stops after this time; the next one continues where it stopped. */
export const maxRunTime = minutes(4)

export interface ClickRollUpLimits {
  /**
   * Number of clicks from which a workspace's bucket is dense and gets rollups by dimension. Below it, reading the facts takes half a
   * millisecond at most, and the rollups would have almost as many rows as there are clicks.
   */
  denseThreshold: number
  /** Clicks of one step. Ingestion waits until a step ends, so it should take a few seconds at most. */
  clicksPerStep: number
}

export const clickRollUpLimits: ClickRollUpLimits = { denseThreshold: 5000, clicksPerStep: 100_000 }

export interface ConversionRollUpLimits {
  /** As for clicks, but lower: conversions are fewer and have as many values. */
  denseThreshold: number
  /** Events of one step. It blocks no writer. */
  eventsPerStep: number
}

export const conversionRollUpLimits: ConversionRollUpLimits = { denseThreshold: 2000, eventsPerStep: 10_000 }

/** A bucket with fewer changes is not packed: its pack would be written again for a few rows. */
export const minChangesToPack = 200

export interface SegmentLimits {
  /** Number of facts from which an hour gets column segments. */
  minFactsPerHour: number
  factsPerSegment: number
}

export const segmentLimits: SegmentLimits = { minFactsPerHour: 500, factsPerSegment: maxFactsPerSegment }
