/**
 * Makes redirects durable before they are answered: group commit to the click queue, and to the spool on disk while the queue is
 * unavailable.
 */
import { groupCommit } from '../kernel/group-commit.js'
import { newId } from '../kernel/ids.js'
import type { Log } from '../kernel/log.js'
import type { ShortLivedStore } from '../kernel/store/short-lived-store.js'
import { throttledWarning } from '../kernel/throttled-warning.js'
import { hours } from '../kernel/time.js'
import { withTimeout } from '../kernel/with-timeout.js'
import type { ClickBatch, Exclusion, RawClick } from './click-batch.js'
import { enqueueTimeoutMs, type ClickQueue } from './click-queue.js'
import { type ClickSpool, openClickSpool } from './click-spool.js'
import { clickStorage, retryDelay } from './click-storage.js'
import { visitKey } from './duplicates.js'

/** A request for a short link: a click, or the reason why it does not count. `isIdForwarded`: the destination or an app gets the click id. */
export type RedirectEvent = { click: RawClick; isIdForwarded: boolean; appStoreVisit?: AppStoreVisit } | { exclusion: Exclusion }

/** The click led to an app store. An app that is opened for the first time requests the link that its visitor came by. */
export interface AppStoreVisit {
  /** Destination of the link. */
  url: string
}

export interface ClickRecorder {
  /** Calls `onSettled` when the event survives a crash, or with an error when it could be stored nowhere. */
  record(event: RedirectEvent, onSettled: (error?: unknown) => void): void
  /** False after events could be stored nowhere, until a later attempt succeeds. */
  isStoring(): boolean
  /** Waits for events in flight and closes the queue. */
  close(): Promise<void>
}

const maxBatchSize = 1000
/** While one batch is being stored, the next is prepared and sent, so that the process does not wait (docs/decisions/0007). */
const maxConcurrentBatches = 2
/** Lifetime of cached clicks: a lead may name a click before it is ingested. */
const cachedClickTtl = hours(1)
export const appStoreVisitKey = (ip: string, domain: string) => `app-store-visit:${ip}:${domain}`
export const cachedClickKey = (clickId: string) => `click:${clickId}`

export async function openClickRecorder({
  queue,
  store,
  dataDir,
  log,
}: {
  queue: ClickQueue
  store: ShortLivedStore
  dataDir: string
  log: Log
}): Promise<ClickRecorder> {
  const warnInvalid = throttledWarning(log, 'spool file without a valid click batch, skipped')
  const spool = await openClickSpool(dataDir, {
    unavailable: (error) => log.warn({ err: error }, 'DATA_DIR is not writable: clicks are lost while the click queue is unavailable'),
    invalid: (path, cause) => warnInvalid(new Error(path, { cause })),
  })
  const warnNotCached = throttledWarning(log, 'clicks not cached for conversions')
  // Conversions search the table of queued clicks, but not the stream.
  const storage = clickStorage(queue, queue.name === 'stream' ? cachingSpool(spool, store, warnNotCached) : spool, log)

  const storeBatch = async (events: RedirectEvent[]) => {
    const caching = cacheClicks(store, events, warnNotCached)
    try {
      await storage.store(toBatch(events))
    } catch (error) {
      await caching
      await invalidateLostClicks(store, events, warnNotCached)
      throw error
    }
    await caching
  }
  const commit = groupCommit(storeBatch, maxBatchSize, maxConcurrentBatches)

  const maintenance = startMaintenance(storage.maintain)
  return {
    record: commit.addWithCallback,
    isStoring: storage.isStoring,
    async close() {
      await maintenance.stop()
      await commit.idle()
      storage.reportLosses()
      await queue.close()
    },
  }
}

function toBatch(events: RedirectEvent[]): ClickBatch {
  const counts = new Map<string, Exclusion>()
  const clicks: RawClick[] = []
  for (const event of events) {
    if ('click' in event) {
      clicks.push(event.click)
      continue
    }
    const { linkId, reason, day } = event.exclusion
    const existing = counts.get(`${linkId} ${reason} ${day}`)
    if (existing) existing.count += event.exclusion.count
    else counts.set(`${linkId} ${reason} ${day}`, { ...event.exclusion })
  }
  return { id: newId('batch_'), clicks, excluded: [...counts.values()] }
}

type Warn = (error: unknown) => void

async function cacheClicks(store: ShortLivedStore, events: RedirectEvent[], warn: Warn): Promise<void> {
  const entries: CacheEntry[] = []
  for (const event of events) if (needsCacheEntry(event)) entries.push(...cacheEntries(event))
  if (entries.length > 0) await tryStore(store.setMany(entries, cachedClickTtl), warn)
}

/** Caches the clicks that it replays, because the store was away with the queue. */
const cachingSpool = (spool: ClickSpool, store: ShortLivedStore, warn: Warn): ClickSpool => ({
  ...spool,
  replay: (send) =>
    spool.replay(async (batch) => {
      await cacheReplayedClicks(store, batch.clicks, warn)
      await send(batch)
    }),
})

/** Like the clicks of redirects, whose entries end an hour after the click. Whether the destination got the id of one is not spooled. */
async function cacheReplayedClicks(store: ShortLivedStore, clicks: readonly RawClick[], warn: Warn): Promise<void> {
  const recent = clicks.filter(({ at }) => at > Date.now() - cachedClickTtl)
  const entries = recent.map((click): CacheEntry => [cachedClickKey(click.id), JSON.stringify(click)])
  if (entries.length > 0) await tryStore(store.setMany(entries, cachedClickTtl), warn)
}

/**
 * Removes what refers to clicks that were lost, so that no conversion names one of them. A click with a repeated id refers to an earlier
 * click, which was stored.
 */
async function invalidateLostClicks(store: ShortLivedStore, events: RedirectEvent[], warn: Warn): Promise<void> {
  const lost = events.filter((event) => 'click' in event && !event.click.returning)
  const keys = lost.flatMap((event) => ('click' in event ? [visitKey(event.click), ...cacheEntries(event).map(([key]) => key)] : []))
  if (keys.length > 0) await tryStore(store.delete(...keys), warn)
}

type CacheEntry = [key: string, value: string]

/** Whether a conversion or an app may name the click. Most clicks are checked and cached nowhere, so the check creates nothing. */
const needsCacheEntry = (event: RedirectEvent) => 'click' in event && (event.isIdForwarded || event.appStoreVisit !== undefined)

/** Store entries by which conversions find the click until it is ingested. */
function cacheEntries(event: RedirectEvent): CacheEntry[] {
  if (!('click' in event)) return []
  const { click, isIdForwarded, appStoreVisit } = event
  const { id, ip, linkId, domain, key } = click
  const entries: CacheEntry[] = []
  if (isIdForwarded) entries.push([cachedClickKey(id), JSON.stringify(click)])
  if (appStoreVisit)
    entries.push([appStoreVisitKey(ip, domain), JSON.stringify({ clickId: id, link: { id: linkId, domain, key, url: appStoreVisit.url } })])
  return entries
}

const tryStore = (operation: Promise<void>, warn: Warn): Promise<void> => withTimeout(operation, enqueueTimeoutMs).catch(warn)

/** Failures are ignored here, because the write path logs them. */
function startMaintenance(maintain: () => Promise<void>): { stop(): Promise<void> } {
  let running = Promise.resolve()
  const run = () => {
    running = maintain().catch(() => undefined)
  }
  run()
  const timer = setInterval(() => void running.then(run), retryDelay)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
