/** Turns click batches into rows and counters: a batch is written in one transaction, exactly once. */
import type pg from 'pg'
import { insertWebhookOutboxWithClient, type PublishedWebhookEvent } from '../accounts/index.js'
import { withTransaction } from '../kernel/db/pool.js'
import type { Scope } from '../kernel/scope.js'
import { lockForIngestion, type ValueCache } from '../rollups/index.js'
import { type ClickBatch, clickTimestamp, cookieLifetime, type Exclusion, type RawClick } from './click-batch.js'
import { writableClickStore } from './click-store/active-store.js'
import type { ClickStore } from './click-store/click-store.js'
import { addExclusions, claimBatches, findClosedWorkspaces, recordVisits, type NewClicks } from './click.queries.js'
import { addToLinks, addToWorkspaces } from './counters.queries.js'
import { splitDuplicates, splitRepeatedIds, type Visit } from './duplicates.js'
import { type ClickRow, enrichClick } from './enrich-click.js'
import { ensureEventPartition } from './event-partitions.js'
import type { GeoDatabase } from './visitor/geo-location.js'

/** Queued batches share a transaction up to about this many clicks: statements of 500 to 1,000 rows have the lowest cost per row. */
export const maxClicksPerTransaction = 1000

export interface WriteContext {
  scope: Pick<Scope, 'pool' | 'config'>
  geo: GeoDatabase
  /** Undefined: that of the process. */
  cache?: ValueCache | undefined
}

/** Resolves when the batch is committed, by this call or an earlier one. */
export async function ingestBatch(scope: Pick<Scope, 'pool' | 'config'>, geo: GeoDatabase, batch: ClickBatch): Promise<void> {
  await ensurePartitions(scope.pool, [batch])
  await withTransaction(scope.pool, (client) => writeBatches(client, { scope, geo }, [batch]))
}

/** Writes those of the batches that were not written before. Call it inside a transaction, after `ensurePartitions`. */
export async function writeBatches(client: pg.PoolClient, context: WriteContext, batches: ClickBatch[]): Promise<void> {
  await lockForIngestion(client)
  const unwritten = await claimBatches(client, [...new Set(batches.map(({ id }) => id))])
  await write(
    client,
    context,
    batches.filter(({ id }) => unwritten.delete(id)),
  )
}

export async function ensurePartitions(pool: pg.Pool, batches: ClickBatch[]): Promise<void> {
  const months = new Set(batches.flatMap(({ clicks }) => clicks.map((click) => monthOf(clickTimestamp(click)))))
  for (const month of months) await ensureEventPartition(pool, 'click_events', new Date(month))
}

function monthOf(at: number): number {
  const time = new Date(at)
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth())
}

/** Writes new batches: rows for first visits, exclusion counts for the rest. */
async function write(client: pg.PoolClient, { scope, geo, cache }: WriteContext, batches: ClickBatch[]): Promise<void> {
  const { clicks, excluded: excludedByRedirect } = await withoutClosedWorkspaces(client, batches)
  const store = await writableClickStore(client, scope, cache)
  const { rows, duplicates } = await splitNewVisits(client, { store, geo }, clicks)
  const repeatedMeanwhile: Exclusion[] = []
  if (rows.length > 0) {
    const added = await store.insert(client, rows)
    repeatedMeanwhile.push(...rowsNotAdded(rows, added).map(rowToDuplicateExclusion))
    await addToLinks(client, rows, added)
    const subscribed = await addToWorkspaces(
      client,
      added.filter(({ workspace_id, clicks }) => workspace_id && clicks > 0),
    )
    if (subscribed.size > 0)
      await insertWebhookOutboxWithClient(
        client,
        clickWebhookEvents(added.filter(({ workspace_id }) => subscribed.has(workspace_id))),
        new Date(),
      )
  }
  const excluded = [...excludedByRedirect, ...duplicates.map(toDuplicateExclusion), ...repeatedMeanwhile]
  if (excluded.length > 0) await addExclusions(client, excluded)
}

/** Contents of the batches without those of workspaces that have been deleted meanwhile. */
async function withoutClosedWorkspaces(client: pg.PoolClient, batches: ClickBatch[]): Promise<Pick<ClickBatch, 'clicks' | 'excluded'>> {
  const [clicks, excluded] = [batches.flatMap((batch) => batch.clicks), batches.flatMap((batch) => batch.excluded)]
  const closed = await findClosedWorkspaces(client, [...new Set([...clicks, ...excluded].map(({ workspaceId }) => workspaceId))])
  const isOpen = ({ workspaceId }: { workspaceId: string }) => !closed.has(workspaceId)
  return closed.size === 0 ? { clicks, excluded } : { clicks: clicks.filter(isOpen), excluded: excluded.filter(isOpen) }
}

/** One event per workspace with the ids of all its new clicks; the sender loads them. */
const clickWebhookEvents = (added: readonly NewClicks[]): PublishedWebhookEvent[] =>
  added.map(({ workspace_id: workspaceId, ids }) => ({ workspaceId, trigger: 'link.clicked', data: ids }))

async function splitNewVisits(
  client: pg.PoolClient,
  { store, geo }: { store: ClickStore; geo: GeoDatabase },
  clicks: RawClick[],
): Promise<{ rows: ClickRow[]; duplicates: RawClick[] }> {
  if (clicks.length === 0) return { rows: [], duplicates: [] }
  const returning = clicks.filter((click) => click.returning)
  const existing =
    returning.length > 0
      ? await store.findExisting(
          client,
          returning.map(({ id }) => id),
          earliestCookieTime(returning),
        )
      : new Set<string>()
  const { first, repeated } = splitRepeatedIds(clicks.filter(({ id }) => !existing.has(id)))
  const { rounds, duplicates } = splitDuplicates(first)
  const accepted = new Set<string>()
  for (const round of rounds) for (const id of await recordVisits(client, round.map(toRecordedVisit))) accepted.add(id)
  const candidates = rounds.flat().map(({ click }) => click)
  return {
    rows: candidates.filter(({ id }) => accepted.has(id)).map((click) => enrichClick(click, geo)),
    duplicates: [
      ...clicks.filter(({ id }) => existing.has(id)),
      ...repeated,
      ...duplicates,
      ...candidates.filter(({ id }) => !accepted.has(id)),
    ],
  }
}

const toRecordedVisit = ({ visit, click }: Visit) => ({ visit, id: click.id, at: new Date(click.at) })

const earliestCookieTime = (clicks: RawClick[]) => new Date(Math.min(...clicks.map(({ at }) => at)) - cookieLifetime)

/** Rows whose id another transaction stored meanwhile. */
function rowsNotAdded(rows: readonly ClickRow[], added: readonly NewClicks[]): readonly ClickRow[] {
  const count = added.reduce((sum, { ids }) => sum + ids.length, 0)
  if (count === rows.length) return []
  const isNew = new Set(added.flatMap(({ ids }) => ids))
  return rows.filter(({ id }) => !isNew.has(id))
}

const rowToDuplicateExclusion = ({ workspace_id, link_id, timestamp }: ClickRow): Exclusion =>
  toDuplicateExclusion({ workspaceId: workspace_id, linkId: link_id, at: timestamp.getTime() })

const toDuplicateExclusion = ({ workspaceId, linkId, at }: Pick<RawClick, 'workspaceId' | 'linkId' | 'at'>): Exclusion => ({
  workspaceId,
  linkId,
  day: new Date(at).toISOString().slice(0, 10),
  reason: 'duplicate',
  count: 1,
})
