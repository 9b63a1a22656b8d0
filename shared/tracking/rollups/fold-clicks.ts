/** Closed time becomes facts and rollups, step by step, each step a transaction of its own. */
import type pg from 'pg'
import { ingestionLock } from '../click.queries.js'
import { inPlainTransaction } from '../../kernel/plain-pool.js'
import type { JobScope } from '../../kernel/scope.js'
import { minutes, seconds } from '../../kernel/time.js'
import { closeBucket } from './close-bucket.queries.js'
import { addFacts, clicksBetween, countClicks, forgoCompiling, moveWatermark, readWatermark, summariseTimes } from './fold.queries.js'
import { type FoldLimits, foldLimits } from './limits.js'
import { Dictionary } from './number-values.js'
import type { Sql } from './sql.js'
import { ceilTo, floorTo, type Tier, tiers } from './tiers.js'
import { toFacts } from './to-facts.js'

/** Clicks that are still under way when their time is folded cost more, so most are given the time to arrive. */
const grace = seconds(20)

/** After a long pause the next run goes on where this one ends. */
const longestRun = minutes(4)

/**
 * Folds all closed quarters of an hour. Running twice, or two at once, changes nothing; a crash loses at most the step in hand,
 * which the next run does again.
 */
export async function foldClicks({ pool, now }: Pick<JobScope, 'pool' | 'now'>, limits = foldLimits): Promise<void> {
  const settled = floorTo(now().getTime() - grace, minutes(1))
  const enough = now().getTime() + longestRun
  const dictionary = new Dictionary()
  await summariseTimes(pool)
  while (now().getTime() < enough && (await foldStep(pool, { dictionary, limits }, settled)));
}

interface Run {
  dictionary: Dictionary
  limits: FoldLimits
}

function foldStep(pool: pg.Pool, run: Run, settled: number): Promise<boolean> {
  return inPlainTransaction(pool, async (client) => {
    // Waits for every ingestion in hand to commit and holds up those that follow: what the step reads is complete.
    await client.query('select pg_advisory_xact_lock($1)', [ingestionLock])
    const from = await readWatermark(client)
    const step = await nextStep(client, from, settled, run.limits.clicksPerStep)
    if (step) await fold(client, run, step)
    return step !== null
  })
}

interface Step {
  from: number
  to: number
  isEmpty: boolean
}

/** Whole hours while there is something to catch up with, otherwise quarters; single minutes when there is more than a step should hold. */
async function nextStep(sql: Sql, from: number, settled: number, most: number): Promise<Step | null> {
  for (const span of [minutes(60), minutes(15)]) {
    const to = floorTo(from, span) + span
    if (to > settled) continue
    const clicks = await countClicks(sql, from, to, most + 1)
    if (clicks <= most) return { from, to, isEmpty: clicks === 0 }
  }
  const to = floorTo(from, minutes(1)) + minutes(1)
  return to <= settled && (await countClicks(sql, from, settled, most + 1)) > most ? { from, to, isEmpty: false } : null
}

async function fold(sql: Sql, { dictionary, limits }: Run, { from, to, isEmpty }: Step): Promise<void> {
  await forgoCompiling(sql)
  if (!isEmpty) for await (const clicks of clicksBetween(sql, from, to, limits.clicksPerChunk)) await addFacts(sql, await toFacts(sql, dictionary, clicks))
  await moveWatermark(sql, to)
  for (const [place, tier] of tiers.entries()) {
    const before = tiers[place - 1]
    if (before) for (const bucket of closedBy(tier, from, to)) await closeBucket(sql, tier, before, bucket, limits.denseFrom)
  }
}

/** The tier's buckets whose end the watermark passes. */
function* closedBy({ span }: Tier, from: number, to: number): Generator<number> {
  for (let end = ceilTo(from + 1, span); end <= to; end += span) yield end - span
}
