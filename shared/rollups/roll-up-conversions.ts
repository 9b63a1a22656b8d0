/** Rolls up leads and sales: they become facts and rollups, in steps of one transaction each. */
import type pg from 'pg'
import { withTransaction } from '../kernel/db/pool.js'
import type { JobScope } from '../kernel/scope.js'
import { days, minutes } from '../kernel/time.js'
import { advanceWatermark } from './advance-watermark.js'
import { addLateFacts, removeFacts } from './facts.queries.js'
import { type ConversionRollUpLimits, conversionRollUpLimits, maxRunTime } from './limits.js'
import { maintainBuckets } from './maintain-buckets.js'
import {
  deletePendingChanges,
  findPendingConversions,
  listPendingChanges,
  lockConversionRollUp,
  pendingEvents,
} from './roll-up-conversions.queries.js'
import { conversionRollupSchema as schema } from './rollup-schemas.js'
import { floorTo } from './tiers.js'
import { toFacts } from './to-facts.js'
import { ValueDictionary } from './value-dictionary.js'
import { disableJit, readWatermark } from './watermark.queries.js'

/** Called with the numbers of changes before they are deleted, in the same transaction. */
type ChangeHandler = (client: pg.PoolClient, changes: readonly number[]) => Promise<void>

interface RollUpContext {
  dictionary: ValueDictionary
  limits: ConversionRollUpLimits
  beforeDelete: ChangeHandler
}

/**
 * Applies all events that were inserted, changed or deleted since the last run to facts and rollups; database triggers record them in
 * `pending_conversions`. Then closes the buckets that are over, and maintains them. Idempotent, also when two runs overlap.
 */
export async function rollUpConversions(
  { pool, now }: Pick<JobScope, 'pool' | 'now'>,
  limits = conversionRollUpLimits,
  beforeDelete: ChangeHandler = async () => undefined,
): Promise<void> {
  const started = now().getTime()
  const hasTimeLeft = () => now().getTime() < started + maxRunTime
  const dictionary = new ValueDictionary()
  while (hasTimeLeft() && (await rollUpPending(pool, { dictionary, limits, beforeDelete })));
  while (hasTimeLeft() && (await closeDay(pool, floorTo(started, minutes(15)), limits)));
  await maintainBuckets(pool, schema, { blockWrites: lockConversionRollUp, denseThreshold: limits.denseThreshold, hasTimeLeft })
}

/** Returns whether there may be more. */
function rollUpPending(pool: pg.Pool, { dictionary, limits: { eventsPerStep }, beforeDelete }: RollUpContext): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    await lockConversionRollUp(client)
    await disableJit(client)
    const changes = await listPendingChanges(client, eventsPerStep)
    if (changes.length === 0) return false
    await removeFacts(client, schema, pendingEvents, [changes])
    const facts = await toFacts(client, dictionary, schema, await findPendingConversions(client, changes))
    await addLateFacts(client, schema, facts)
    await beforeDelete(client, changes)
    await deletePendingChanges(client, changes)
    return changes.length === eventsPerStep
  })
}

/** Closes the buckets of at most one day; returns whether there are more to close. Later events are added when they are rolled up. */
function closeDay(pool: pg.Pool, closedUntil: number, { denseThreshold }: ConversionRollUpLimits): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    await lockConversionRollUp(client)
    await disableJit(client)
    const from = await readWatermark(client, schema)
    const to = Math.min(floorTo(from, days(1)) + days(1), closedUntil)
    if (to > from) await advanceWatermark(client, schema, { from, to }, denseThreshold)
    return to > from && to < closedUntil
  })
}
