/** Leads and sales become facts and rollups, step by step, each step a transaction of its own. */
import type pg from 'pg'
import { inPlainTransaction } from '../../kernel/plain-pool.js'
import type { JobScope } from '../../kernel/scope.js'
import { days, minutes } from '../../kernel/time.js'
import { addLateFacts, removeFacts } from './facts.queries.js'
import { fillBuckets } from './fill-buckets.js'
import { dropNotes, noted, notedConversions, someNotes, takeTurn } from './fold-conversions.queries.js'
import { conversionLedger as ledger } from './ledgers.js'
import { type ConversionFoldLimits, conversionFoldLimits, longestRun } from './limits.js'
import { Dictionary } from './number-values.js'
import { tendBuckets } from './tend-buckets.js'
import { floorTo } from './tiers.js'
import { toFacts } from './to-facts.js'
import { forgoCompiling, readWatermark } from './watermark.queries.js'

/**
 * Brings facts and rollups to what the events say that were written, changed or removed since the last time; the database notes which those
 * are. Then fills the buckets that are over, and tends them. Running twice, or two at once, changes nothing.
 */
export async function foldConversions({ pool, now }: Pick<JobScope, 'pool' | 'now'>, limits = conversionFoldLimits): Promise<void> {
  const started = now().getTime()
  const isEarly = () => now().getTime() < started + longestRun
  const dictionary = new Dictionary()
  while (isEarly() && (await foldNotes(pool, dictionary, limits)));
  while (isEarly() && (await fillDay(pool, floorTo(started, minutes(15)), limits)));
  await tendBuckets(pool, ledger, { keepOut: takeTurn, denseFrom: limits.denseFrom, isEarly })
}

/** Answers whether there may be more. */
function foldNotes(pool: pg.Pool, dictionary: Dictionary, { eventsPerStep }: ConversionFoldLimits): Promise<boolean> {
  return inPlainTransaction(pool, async (client) => {
    await takeTurn(client)
    await forgoCompiling(client)
    const notes = await someNotes(client, eventsPerStep)
    if (notes.length === 0) return false
    await removeFacts(client, ledger, noted, [notes])
    const facts = await toFacts(client, dictionary, ledger, await notedConversions(client, notes))
    await addLateFacts(client, ledger, facts)
    await dropNotes(client, notes)
    return notes.length === eventsPerStep
  })
}

/**
 * Fills the buckets of a day at most; answers whether there is more to fill. Events that come later are counted in them when they are
 * folded.
 */
function fillDay(pool: pg.Pool, settled: number, { denseFrom }: ConversionFoldLimits): Promise<boolean> {
  return inPlainTransaction(pool, async (client) => {
    await takeTurn(client)
    await forgoCompiling(client)
    const from = await readWatermark(client, ledger)
    const to = Math.min(floorTo(from, days(1)) + days(1), settled)
    if (to > from) await fillBuckets(client, ledger, { from, to }, denseFrom)
    return to > from && to < settled
  })
}
