/** From click batches to rows and counters: all of a batch in one transaction, and only once. */
import type pg from 'pg'
import { insertNewsOn, type NewNews } from '../accounts/index.js'
import { inPlainTransaction } from '../kernel/plain-pool.js'
import { type ClickBatch, cookieLife, type Exclusion, type RawClick } from './click-batch.js'
import {
  addExclusions,
  addToLinks,
  addToWorkspaces,
  claimBatches,
  closedAmong,
  firstVisits,
  insertClicks,
  knownClicks,
  lockAgainstFolding,
} from './click.queries.js'
import { type ClickRow, describeClick } from './describe-click.js'
import { havePartition } from './event-partitions.js'
import { splitRepeats, visitOf } from './repeats.js'
import { addLateClicks } from './rollups/add-late-clicks.js'
import type { PlaceDatabase } from './visitor/place.js'

/** Batches that wait share a transaction, up to about this many clicks: a statement of 500 to 1,000 rows costs least per row. */
export const mostClicks = 1000

/** Resolves when the batch is committed, be it now or in an earlier run. */
export async function ingestBatch(pool: pg.Pool, places: PlaceDatabase, batch: ClickBatch): Promise<void> {
  await havePartitions(pool, [batch])
  await inPlainTransaction(pool, (client) => writeBatches(client, places, [batch]))
}

/** Within a transaction, and after `havePartitions`: those that were not written before become rows and counts. */
export async function writeBatches(client: pg.PoolClient, places: PlaceDatabase, batches: ClickBatch[]): Promise<void> {
  await lockAgainstFolding(client)
  const fresh = await claimBatches(client, [...new Set(batches.map(({ id }) => id))])
  await write(
    client,
    places,
    batches.filter(({ id }) => fresh.delete(id)),
  )
}

export async function havePartitions(pool: pg.Pool, batches: ClickBatch[]): Promise<void> {
  const months = new Set(batches.flatMap(({ clicks }) => clicks.map(({ at }) => monthOf(at))))
  for (const month of months) await havePartition(pool, 'click_events', new Date(month))
}

const monthOf = (at: number) => `${new Date(at).toISOString().slice(0, 7)}-01T00:00:00Z`

/** What a set of unwritten batches comes to: rows for first visits, counts for the rest. */
async function write(client: pg.PoolClient, places: PlaceDatabase, batches: ClickBatch[]): Promise<void> {
  const { clicks, excluded: others } = await ofOpenWorkspaces(client, batches)
  const { rows, repeats } = await firstOf(client, places, clicks)
  if (rows.length > 0) {
    const added = await insertClicks(client, rows)
    await addToLinks(client, rows, added)
    const hearing = await addToWorkspaces(
      client,
      added.filter(({ workspace_id, clicks }) => workspace_id && clicks > 0),
    )
    if (hearing.size > 0) await insertNewsOn(client, newsOf(rows.filter(({ workspace_id }) => hearing.has(workspace_id))), new Date())
    await addLateClicks(
      client,
      added.flatMap(({ late }) => late),
      earliest(rows),
    )
  }
  const excluded = [...others, ...repeats.map(asDuplicate)]
  if (excluded.length > 0) await addExclusions(client, excluded)
}

/** What the batches hold, without what is of a workspace that was deleted meanwhile. */
async function ofOpenWorkspaces(client: pg.PoolClient, batches: ClickBatch[]): Promise<Pick<ClickBatch, 'clicks' | 'excluded'>> {
  const [clicks, excluded] = [batches.flatMap((batch) => batch.clicks), batches.flatMap((batch) => batch.excluded)]
  const closed = await closedAmong(client, [...new Set([...clicks, ...excluded].map(({ workspaceId }) => workspaceId))])
  const isOpen = ({ workspaceId }: { workspaceId: string }) => !closed.has(workspaceId)
  return closed.size === 0 ? { clicks, excluded } : { clicks: clicks.filter(isOpen), excluded: excluded.filter(isOpen) }
}

/** One piece of news for all clicks of a workspace: who passes it on looks up what they were. */
function newsOf(rows: readonly ClickRow[]): NewNews[] {
  const byWorkspace = new Map<string, string[]>()
  for (const { workspace_id, id } of rows) byWorkspace.set(workspace_id, [...(byWorkspace.get(workspace_id) ?? []), id])
  return [...byWorkspace].map(([workspaceId, clickIds]) => ({ workspaceId, trigger: 'link.clicked', data: clickIds }))
}

async function firstOf(
  client: pg.PoolClient,
  places: PlaceDatabase,
  clicks: RawClick[],
): Promise<{ rows: ClickRow[]; repeats: RawClick[] }> {
  if (clicks.length === 0) return { rows: [], repeats: [] }
  const returning = clicks.filter((click) => click.returning)
  const known =
    returning.length > 0
      ? await knownClicks(
          client,
          returning.map(({ id }) => id),
          earliestCookie(returning),
        )
      : new Set<string>()
  const { rounds, repeats } = splitRepeats(clicks.filter(({ id }) => !known.has(id)))
  const accepted = new Set<string>()
  for (const round of rounds) for (const id of await firstVisits(client, round.map(visit))) accepted.add(id)
  const firsts = rounds.flat()
  return {
    rows: firsts.filter(({ id }) => accepted.has(id)).map((click) => describeClick(click, places)),
    repeats: [...clicks.filter(({ id }) => known.has(id)), ...repeats, ...firsts.filter(({ id }) => !accepted.has(id))],
  }
}

const earliest = (rows: ClickRow[]) => new Date(Math.min(...rows.map(({ timestamp }) => timestamp.getTime())))

const visit = (click: RawClick) => ({ visit: visitOf(click), id: click.id, at: new Date(click.at) })

const earliestCookie = (clicks: RawClick[]) => new Date(Math.min(...clicks.map(({ at }) => at)) - cookieLife)

const asDuplicate = ({ workspaceId, linkId, at }: RawClick): Exclusion => ({
  workspaceId,
  linkId,
  day: new Date(at).toISOString().slice(0, 10),
  reason: 'duplicate',
  count: 1,
})
