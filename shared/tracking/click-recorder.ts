/**
 * Makes redirects durable before they are answered: group commit to the click queue, and to the spool on disk while the queue is
 * unavailable.
 */
import { groupCommit } from '../kernel/group-commit.js'
import { newId } from '../kernel/ids.js'
import type { Log } from '../kernel/log.js'
import { counter, gauge } from '../kernel/metrics.js'
import type { ShortLivedStore } from '../kernel/store/short-lived-store.js'
import { hours, seconds } from '../kernel/time.js'
import { withTimeout } from '../kernel/with-timeout.js'
import type { ClickBatch, Exclusion, RawClick } from './click-batch.js'
import { enqueueTimeoutMs, type ClickQueue } from './click-queue.js'
import { openClickSpool } from './click-spool.js'

/** A request for a short link: a click, or the reason why it does not count. `isIdForwarded`: the destination got the click id. */
export type RedirectEvent = { click: RawClick; isIdForwarded: boolean; appStoreVisit?: AppStoreVisit } | { exclusion: Exclusion }

/** The click led to an app store. An app that is opened for the first time asks which link its visitor came by. */
export interface AppStoreVisit {
  /** Destination of the link. */
  url: string
}

export interface ClickRecorder {
  /** Calls `onDurable` when the event survives a crash, or when it could be stored nowhere, which is logged. */
  record(event: RedirectEvent, onDurable: () => void): void
  /** Waits for events in flight and closes the queue. */
  close(): Promise<void>
}

const maxBatchSize = 1000
/** After a failure the queue is not used for this long, so that further visitors do not wait for the timeout. */
const retryDelay = seconds(2)
/** Lifetime of cached clicks: a lead may name a click before it is ingested. */
const cachedClickTtl = hours(1)
export const appStoreVisitKey = (ip: string, domain: string) => `app-store-visit:${ip}:${domain}`
export const cachedClickKey = (clickId: string) => `click:${clickId}`

const batches = counter('click_batches_total', 'Click batches by the backend that stored them', ['backend'])
const spooled = gauge('click_spool_batches', 'Click batches spooled to disk until the click queue is available')

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
  const spool = await openClickSpool(dataDir, (error) =>
    log.warn({ err: error }, 'DATA_DIR is not writable: clicks are lost while the click queue is unavailable'),
  )
  let pausedUntil = 0
  const send = (batch: ClickBatch) => withTimeout(queue.enqueue(batch), enqueueTimeoutMs)

  const commit = groupCommit<RedirectEvent>(async (events) => {
    const batch = toBatch(events)
    const caching = cacheClicks(store, events, log)
    if (Date.now() >= pausedUntil && (await succeeds(send(batch), log))) batches.inc({ backend: queue.name })
    else {
      pausedUntil = Math.max(pausedUntil, Date.now() + retryDelay)
      await spool.write(batch)
      batches.inc({ backend: 'spool' })
    }
    await caching
  }, maxBatchSize)

  const replayer = startReplayLoop(async () => {
    const sent = await spool.replay(send)
    if (sent > 0) log.info({ batches: sent }, 'spooled click batches replayed')
    spooled.set(await spool.size())
  })
  return {
    record: (event, onDurable) =>
      commit.addWithCallback(event, (error) => {
        if (error !== undefined) log.error({ err: error }, 'clicks lost: queue and spool failed')
        onDurable()
      }),
    async close() {
      await replayer.stop()
      await commit.idle()
      await queue.close()
    },
  }
}

function toBatch(events: RedirectEvent[]): ClickBatch {
  const counts = new Map<string, Exclusion>()
  for (const event of events) {
    if (!('exclusion' in event)) continue
    const { linkId, reason, day } = event.exclusion
    const existing = counts.get(`${linkId} ${reason} ${day}`)
    if (existing) existing.count += event.exclusion.count
    else counts.set(`${linkId} ${reason} ${day}`, { ...event.exclusion })
  }
  return { id: newId('batch_'), clicks: events.flatMap((event) => ('click' in event ? [event.click] : [])), excluded: [...counts.values()] }
}

async function cacheClicks(store: ShortLivedStore, events: RedirectEvent[], log: Log): Promise<void> {
  const entries = events.flatMap((event): [string, string][] =>
    'click' in event ? [...clickEntries(event), ...appStoreEntries(event)] : [],
  )
  if (entries.length > 0) await succeeds(withTimeout(store.setMany(entries, cachedClickTtl), enqueueTimeoutMs), log)
}

type ClickEvent = Extract<RedirectEvent, { click: RawClick }>

const clickEntries = ({ click, isIdForwarded }: ClickEvent): [string, string][] =>
  isIdForwarded ? [[cachedClickKey(click.id), JSON.stringify(click)]] : []

function appStoreEntries({ click: { id, ip, linkId, domain, key }, appStoreVisit }: ClickEvent): [string, string][] {
  return appStoreVisit
    ? [[appStoreVisitKey(ip, domain), JSON.stringify({ clickId: id, link: { id: linkId, domain, key, url: appStoreVisit.url } })]]
    : []
}

async function succeeds(operation: Promise<unknown>, log: Log): Promise<boolean> {
  try {
    await operation
    return true
  } catch (error) {
    log.warn({ err: error }, 'click queue unavailable, spooling to disk')
    return false
  }
}

/** Replays at intervals. Failures are ignored here, because the write path logs them. */
function startReplayLoop(replay: () => Promise<void>): { stop(): Promise<void> } {
  let running = Promise.resolve()
  const run = () => {
    running = replay().catch(() => undefined)
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
