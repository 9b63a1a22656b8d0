/** Moves events in steps of one transaction each. A step that was interrupted is repeated, and adds what is missing. */
import { insertTexts } from '../../clickhouse/index.js'
import { withTransaction } from '../../kernel/db/pool.js'
import { newId } from '../../kernel/ids.js'
import { lockConversionRollUp, lockForIngestion } from '../../rollups/index.js'
import type { EventDatabase } from '../click-store/active-store.queries.js'
import { findBlocksOfClicks } from '../click-store/click-blocks.queries.js'
import { readClickBlock } from '../click-store/click-rows.js'
import type { Client } from '../click-store/click-store.js'
import { findStoredIds, listAllClicksAfter } from '../click-store/clickhouse-clicks.queries.js'
import { copyClicksToPostgres } from '../click-store/postgres-click-store.js'
import { insertStoredClicks } from '../click-store/stored-clicks.js'
import { applyPendingConversions } from '../conversions/copy-conversions.js'
import {
  type ConversionTable,
  conversionContents,
  listConversionsAfter,
  nextVersion,
  queueConversions,
} from '../conversions/copy-conversions.queries.js'
import { findDecodedClicks } from '../decoded-clicks.queries.js'
import type { ClickRow } from '../enrich-click.js'
import { ensureEventPartition } from '../event-partitions.js'
import { type MoveScope, requireMove } from './begin-move.js'
import { type MovedPart, movedParts, type MoveProgress, readProgress, writeProgress } from './move-state.queries.js'

const eventsPerStep = 5000

/**
 * Moves the next events. Returns the progress, with `isComplete` for all parts at the end. Throws a `StartupError` if the move was finished
 * or cancelled meanwhile. The locks keep that, and erasures, from happening between reading and writing.
 */
export async function moveStep(scope: MoveScope, target: EventDatabase): Promise<MoveProgress> {
  const copied = await withTransaction(scope.pool, async (client) => {
    if (target === 'postgres') await lockForIngestion(client)
    await lockConversionRollUp(client)
    await requireMove(client, scope, target)
    const progress = await readProgress(client)
    const part = movedParts.find((one) => !progress[one]?.isComplete)
    if (!part) return progress
    const { after, moved } = progress[part] ?? { after: [], moved: 0 }
    const step = part === 'clicks' ? clickSteps[target] : conversionSteps[target]
    const { count, last } = await step(client, scope, part, after)
    const next = { after: last ?? after, moved: moved + count, isComplete: count < eventsPerStep }
    await writeProgress(client, part, next)
    return { ...progress, [part]: next }
  })
  // PostgreSQL has leads and sales, but not their rollups: they are rolled up as if they had changed.
  if (target === 'postgres') await applyPendingConversions(scope)
  return copied
}

/** What a step found: the number of events, and the position of the last one. */
interface Found {
  count: number
  last: readonly string[] | undefined
}

type Step = (client: Client, scope: MoveScope, part: MovedPart, after: readonly string[]) => Promise<Found>

/** In the order of ids, which have an index and begin with the time. */
const clicksToClickHouse: Step = async (client, { clickHouse }, _, [id = '', at = '-infinity']) => {
  const rows = await findDecodedClicks(client, '(id, timestamp) > ($1, $2::timestamptz) order by id, timestamp limit $3', [
    id,
    at,
    eventsPerStep,
  ])
  const missing = await withoutStored({ client, clickHouse }, rows)
  // The token differs each time, because ClickHouse remembers those of deleted rows.
  if (missing.length > 0) await insertStoredClicks(clickHouse, missing, newId('batch_'))
  const last = rows.at(-1)
  return { count: rows.length, last: last && [last.id, last.timestamp.toISOString()] }
}

/** Clicks since the move began, and those of an interrupted step, are in ClickHouse already, or in blocks: these are read first. */
async function withoutStored({ client, clickHouse }: Pick<MoveScope, 'clickHouse'> & { client: Client }, rows: readonly ClickRow[]) {
  if (rows.length === 0) return []
  const references = rows.map(({ id, timestamp }) => ({ id, at: timestamp }))
  const waiting = (await findBlocksOfClicks(client, references)).flatMap(readClickBlock).map(({ id, timestamp }) => keyOf(id, timestamp))
  const stored = (await findStoredIds(clickHouse, references)).map(({ id, at }) => keyOf(id, at))
  const known = new Set([...waiting, ...stored])
  return rows.filter(({ id, timestamp }) => !known.has(keyOf(id, timestamp)))
}

const keyOf = (id: string, at: Date) => `${id} ${at.getTime()}`

const clicksToPostgres: Step = async (client, { pool, clickHouse }, _, after) => {
  const position =
    after.length > 0 ? { month: Number(after[0]), workspaceId: after[1] ?? '', at: Number(after[2]), id: after[3] ?? '' } : null
  const rows = await listAllClicksAfter(clickHouse, position, eventsPerStep)
  for (const month of new Set(rows.map(({ timestamp }) => timestamp.toISOString().slice(0, 7))))
    await ensureEventPartition(pool, 'click_events', new Date(`${month}-01T00:00:00Z`))
  if (rows.length > 0) await copyClicksToPostgres(client, rows)
  const last = rows.at(-1)
  return {
    count: rows.length,
    last: last && [monthOf(last.timestamp), last.workspace_id, String(last.timestamp.getTime()), last.id],
  }
}

const monthOf = (at: Date) => at.toISOString().slice(0, 7).replace('-', '')

const conversionsToClickHouse: Step = async (client, { clickHouse }, part, after) => {
  const table = part as ConversionTable
  const rows = await listConversionsAfter(client, table, after, eventsPerStep)
  if (rows.length > 0) {
    const changed = { leads: [], sales: [], deleted: [], [table]: rows }
    await insertTexts(clickHouse, rows)
    for (const block of conversionContents(changed, await nextVersion(client))) await clickHouse.insert(block)
  }
  return { count: rows.length, last: rows.at(-1)?.position }
}

const conversionsToPostgres: Step = (client, _, part, after) => queueConversions(client, part as ConversionTable, after, eventsPerStep)

const clickSteps: Record<EventDatabase, Step> = { clickhouse: clicksToClickHouse, postgres: clicksToPostgres }
const conversionSteps: Record<EventDatabase, Step> = { clickhouse: conversionsToClickHouse, postgres: conversionsToPostgres }
