/** Rolls up clicks: closed time becomes facts and rollups, in steps of one transaction each. */
import type pg from 'pg'
import { withTransaction } from '../kernel/db/pool.js'
import type { JobScope } from '../kernel/scope.js'
import { minutes, seconds } from '../kernel/time.js'
import { advanceWatermark } from './advance-watermark.js'
import { blockIngestion } from './ingestion-lock.queries.js'
import { type ClickRollUpLimits, clickRollUpLimits, maxRunTime } from './limits.js'
import { maintainBuckets } from './maintain-buckets.js'
import { addFactsBetween, areEventsElsewhere, countClicks, summarizeTimestamps } from './roll-up-clicks.queries.js'
import { clickRollupSchema } from './rollup-schemas.js'
import type { Sql } from './sql.js'
import { floorTo } from './tiers.js'
import { disableJit, readWatermark } from './watermark.queries.js'

/** Late clicks cost more than others, so most clicks get this long to be ingested before their time is rolled up. */
const gracePeriod = seconds(20)

/**
 * Rolls up all closed quarter hours and maintains their buckets. Idempotent, also when two runs overlap; a crash loses at most the current
 * step, which the next run repeats.
 */
export async function rollUpClicks(
  { pool, now }: Pick<JobScope, 'pool' | 'now'>,
  limits = clickRollUpLimits,
  { always } = { always: false },
): Promise<void> {
  // Clicks that are moved back are rolled up when all of them are there.
  if (!always && (await areEventsElsewhere(pool))) return
  const closedUntil = floorTo(now().getTime() - gracePeriod, minutes(1))
  const deadline = now().getTime() + maxRunTime
  const hasTimeLeft = () => now().getTime() < deadline
  await summarizeTimestamps(pool)
  while (hasTimeLeft() && (await rollUpStep(pool, limits, closedUntil)));
  await maintainBuckets(pool, clickRollupSchema, {
    blockWrites: blockIngestion,
    denseThreshold: limits.denseThreshold,
    hasTimeLeft,
  })
}

/** Returns whether there was anything to roll up. */
function rollUpStep(pool: pg.Pool, limits: ClickRollUpLimits, closedUntil: number): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    await blockIngestion(client)
    const from = await readWatermark(client, clickRollupSchema)
    const step = await nextStep(client, from, closedUntil, limits.clicksPerStep)
    if (step) await rollUp(client, limits, step)
    return step !== null
  })
}

interface Step {
  from: number
  to: number
  isEmpty: boolean
}

/** Whole hours while catching up, otherwise quarter hours; single minutes where a quarter hour exceeds the size of a step. */
async function nextStep(sql: Sql, from: number, closedUntil: number, maxClicks: number): Promise<Step | null> {
  for (const span of [minutes(60), minutes(15)]) {
    const to = floorTo(from, span) + span
    if (to > closedUntil) continue
    const clicks = await countClicks(sql, from, to, maxClicks + 1)
    if (clicks <= maxClicks) return { from, to, isEmpty: clicks === 0 }
  }
  const to = floorTo(from, minutes(1)) + minutes(1)
  const isBusy = to <= closedUntil && (await countClicks(sql, from, closedUntil, maxClicks + 1)) > maxClicks
  return isBusy ? { from, to, isEmpty: false } : null
}

async function rollUp(sql: Sql, limits: ClickRollUpLimits, step: Step): Promise<void> {
  await disableJit(sql)
  if (!step.isEmpty) await addFactsBetween(sql, step.from, step.to)
  await advanceWatermark(sql, clickRollupSchema, step, limits.denseThreshold)
}
