/** Builds column segments for hours with many facts, hour by hour, each in its own transaction. */
import type pg from 'pg'
import { withTransaction } from '../kernel/db/pool.js'
import type { JobScope } from '../kernel/scope.js'
import {
  deleteSegments,
  type UnbuiltHour,
  insertSegments,
  listHoursWithoutSegments,
  lockSegmentBuild,
  readFactsOfHour,
} from './column-segments.queries.js'
import { maxRunTime, type SegmentLimits, segmentLimits } from './limits.js'

/**
 * Builds missing and incomplete segments. Blocks no writer and no query: queries use segments only if they hold as many facts as the hour
 * has, so segments that miss a late click are ignored until they are rebuilt. Idempotent, also when two runs overlap.
 */
export async function buildColumnSegments({ pool, now }: Pick<JobScope, 'pool' | 'now'>, limits = segmentLimits): Promise<void> {
  const deadline = now().getTime() + maxRunTime
  for (const hour of await listHoursWithoutSegments(pool, limits.minFactsPerHour)) {
    if (now().getTime() >= deadline) break
    await buildHour(pool, hour, limits)
  }
}

function buildHour(pool: pg.Pool, hour: UnbuiltHour, { factsPerSegment }: SegmentLimits): Promise<void> {
  return withTransaction(pool, async (client) => {
    await lockSegmentBuild(client)
    await deleteSegments(client, hour)
    const facts = await readFactsOfHour(client, hour)
    for (let from = 0; from < facts.length; from += factsPerSegment)
      await insertSegments(client, hour, from / factsPerSegment, facts.part(from, Math.min(from + factsPerSegment, facts.length)))
  })
}
