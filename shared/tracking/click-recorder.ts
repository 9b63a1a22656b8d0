/** Makes an answered redirect durable: group commit into a safe place, and onto the disk when that is away. */
import { groupCommit } from '../kernel/group-commit.js'
import { newId } from '../kernel/ids.js'
import type { Log } from '../kernel/log.js'
import { counter, gauge } from '../kernel/metrics.js'
import type { ShortLivedStore } from '../kernel/store/store.js'
import { hours, seconds } from '../kernel/time.js'
import type { ClickBatch, Exclusion, RawClick } from './click-batch.js'
import { openClickSpool } from './click-spool.js'
import { patience, type SafePlace } from './safe-place.js'

/** One answered request for a short link: a click, or the reason why it is none. */
export type Followed = { click: RawClick; isPassedOn: boolean; opensStore?: OpenedStore } | { exclusion: Exclusion }

/** The click led to a shop for apps: an app that is opened for the first time asks by which link its visitor came. */
export interface OpenedStore {
  /** The link's own destination. */
  url: string
}

export interface ClickRecorder {
  /** Calls `safe` when the request is safe from a crash; also when nothing could keep it, which is logged. */
  record(followed: Followed, safe: () => void): void
  /** Waits for what is in flight, and gives the safe place back. */
  close(): Promise<void>
}

const mostInBatch = 1000
/** After a failure the place is left alone for this long, so that further visitors do not wait at all. */
const pause = seconds(2)
/** Facts of a click whose id went to a destination: a lead may name it before it is a row. */
const factsLifetime = hours(1)
export const openedStoreKey = (ip: string, domain: string) => `opened-store:${ip}:${domain}`
export const clickFactsKey = (clickId: string) => `click:${clickId}`

const batches = counter('click_batches_total', 'Click batches by where they were made durable', ['place'])
const spooled = gauge('click_spool_batches', 'Click batches on the disk that wait for the queue or the database')

export async function openClickRecorder({
  place,
  store,
  dataDir,
  log,
}: {
  place: SafePlace
  store: ShortLivedStore
  dataDir: string
  log: Log
}): Promise<ClickRecorder> {
  const spool = await openClickSpool(dataDir)
  let pausedUntil = 0
  const send = (batch: ClickBatch) => inTime(place.keep(batch))

  const commit = groupCommit<Followed>(async (followed) => {
    const batch = batchOf(followed)
    const facts = rememberFacts(store, followed, log)
    if (Date.now() >= pausedUntil && (await succeeds(send(batch), log))) batches.inc({ place: place.name })
    else {
      pausedUntil = Math.max(pausedUntil, Date.now() + pause)
      await spool.write(batch)
      batches.inc({ place: 'spool' })
    }
    await facts
  }, mostInBatch)

  const replayer = replayWhenPossible(async () => {
    const left = await spool.replay(send)
    if (left > 0) log.info({ batches: left }, 'click batches left the spool')
    spooled.set(await spool.size())
  })
  return {
    record: (followed, safe) =>
      commit.addThen(followed, (error) => {
        if (error !== undefined) log.error({ err: error }, 'clicks could be made durable nowhere')
        safe()
      }),
    async close() {
      await replayer.stop()
      await commit.idle()
      await place.close()
    },
  }
}

function batchOf(followed: Followed[]): ClickBatch {
  const counts = new Map<string, Exclusion>()
  for (const one of followed) {
    if (!('exclusion' in one)) continue
    const { linkId, reason, day } = one.exclusion
    const known = counts.get(`${linkId} ${reason} ${day}`)
    if (known) known.count += one.exclusion.count
    else counts.set(`${linkId} ${reason} ${day}`, { ...one.exclusion })
  }
  return { id: newId('batch_'), clicks: followed.flatMap((one) => ('click' in one ? [one.click] : [])), excluded: [...counts.values()] }
}

async function rememberFacts(store: ShortLivedStore, followed: Followed[], log: Log): Promise<void> {
  const facts = followed.flatMap((one): [string, string][] => ('click' in one ? [...factsOfClick(one), ...factsOfStore(one)] : []))
  if (facts.length > 0) await succeeds(inTime(store.setMany(facts, factsLifetime)), log)
}

type FollowedClick = Extract<Followed, { click: RawClick }>

const factsOfClick = ({ click, isPassedOn }: FollowedClick): [string, string][] =>
  isPassedOn ? [[clickFactsKey(click.id), JSON.stringify(click)]] : []

function factsOfStore({ click: { id, ip, linkId, domain, key }, opensStore }: FollowedClick): [string, string][] {
  return opensStore
    ? [[openedStoreKey(ip, domain), JSON.stringify({ clickId: id, link: { id: linkId, domain, key, url: opensStore.url } })]]
    : []
}

async function succeeds(work: Promise<unknown>, log: Log): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    log.warn({ err: error }, 'clicks were not taken; they go to the disk until they are')
    return false
  }
}

function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    // A process that was held up itself first reads what has arrived meanwhile.
    const timer = setTimeout(() => setImmediate(() => reject(new Error(`no answer within ${patience} ms`))), patience)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Tries again and again, a pause apart; a try that fails is silent, because the writer has already said why. */
function replayWhenPossible(replay: () => Promise<void>): { stop(): Promise<void> } {
  let running = Promise.resolve()
  const turn = () => {
    running = replay().catch(() => undefined)
  }
  turn()
  const timer = setInterval(() => void running.then(turn), pause)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
