/** Closed time becomes facts and rollups, step by step, each step a transaction of its own. */
import type pg from 'pg'
import { inPlainTransaction } from '../../kernel/plain-pool.js'
import type { JobScope } from '../../kernel/scope.js'
import { minutes, seconds } from '../../kernel/time.js'
import { ingestionLock } from '../click.queries.js'
import { addFacts } from './facts.queries.js'
import { fillBuckets } from './fill-buckets.js'
import { clicksBetween, countClicks, summariseTimes } from './fold-clicks.queries.js'
import { clickLedger } from './ledgers.js'
import { type FoldLimits, foldLimits, longestRun } from './limits.js'
import { Dictionary } from './number-values.js'
import type { Sql } from './sql.js'
import { tendBuckets } from './tend-buckets.js'
import { floorTo } from './tiers.js'
import { toFacts } from './to-facts.js'
import { forgoCompiling, readWatermark } from './watermark.queries.js'

/** Clicks that are still under way when their time is folded cost more, so most are given the time to arrive. */
const grace = seconds(20)

/**
 * Folds all closed quarters of an hour, and tends the buckets that they fill. Running twice, or two at once, changes nothing; a crash loses
 * at most the step in hand, which the next run does again.
 */
export async function foldClicks({ pool, now }: Pick<JobScope, 'pool' | 'now'>, limits = foldLimits): Promise<void> {
  const settled = floorTo(now().getTime() - grace, minutes(1))
  const enough = now().getTime() + longestRun
  const isEarly = () => now().getTime() < enough
  const dictionary = new Dictionary()
  await summariseTimes(pool)
  while (isEarly() && (await foldStep(pool, { dictionary, limits }, settled)));
  await tendBuckets(pool, clickLedger, { keepOut, denseFrom: limits.denseFrom, isEarly })
}

/** Waits for every ingestion in hand to commit and holds up those that follow: what is read then is complete. */
const keepOut = (sql: Sql) => sql.query('select pg_advisory_xact_lock($1)', [ingestionLock])

interface Run {
  dictionary: Dictionary
  limits: FoldLimits
}

function foldStep(pool: pg.Pool, run: Run, settled: number): Promise<boolean> {
  return inPlainTransaction(pool, async (client) => {
    await keepOut(client)
    const from = await readWatermark(client, clickLedger)
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

async function fold(sql: Sql, { dictionary, limits }: Run, step: Step): Promise<void> {
  await forgoCompiling(sql)
  if (!step.isEmpty)
    for await (const clicks of clicksBetween(sql, step.from, step.to, limits.clicksPerChunk))
      await addFacts(sql, clickLedger, await toFacts(sql, dictionary, clickLedger, clicks))
  await fillBuckets(sql, clickLedger, step, limits.denseFrom)
}
