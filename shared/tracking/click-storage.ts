/** Stores click batches in the click queue, or on disk while the queue is unavailable, and counts what could be stored nowhere. */
import { newId } from '../kernel/ids.js'
import type { Log } from '../kernel/log.js'
import { counter, gauge } from '../kernel/metrics.js'
import { throttledWarning } from '../kernel/throttled-warning.js'
import { seconds } from '../kernel/time.js'
import { withTimeout } from '../kernel/with-timeout.js'
import type { ClickBatch } from './click-batch.js'
import { enqueueTimeoutMs, type ClickQueue } from './click-queue.js'
import type { ClickSpool } from './click-spool.js'

export interface ClickStorage {
  /** Rejects if the batch can be stored nowhere. */
  store(batch: ClickBatch): Promise<void>
  /** False after a batch could be stored nowhere, until storing is possible again. */
  isStoring(): boolean
  /** Replays the spool, deletes its leftovers and reports losses. Called at intervals. */
  maintain(): Promise<void>
  /** Logs how many clicks were lost since the last report. */
  reportLosses(): void
}

/** After a failure the queue is not used for this long, so that further visitors do not wait for the timeout. */
export const retryDelay = seconds(2)

const batches = counter('click_batches_total', 'Click batches by the backend that stored them', ['backend'])
const lostClicks = counter('clicks_lost_total', 'Clicks that could be stored neither in the click queue nor on disk')
const spooled = gauge('click_spool_batches', 'Click batches spooled to disk until the click queue is available')

export function clickStorage(queue: ClickQueue, spool: ClickSpool, log: Log): ClickStorage {
  let [pausedUntil, isStoring, losses] = [0, true, 0]
  let lossError: unknown
  const warnUnavailable = throttledWarning(log, 'click queue unavailable, spooling to disk')
  const send = (batch: ClickBatch) => withTimeout(queue.enqueue(batch), enqueueTimeoutMs)

  const trySend = async (batch: ClickBatch) => {
    try {
      await send(batch)
      batches.inc({ backend: queue.name })
      return true
    } catch (error) {
      warnUnavailable(error)
      pausedUntil = performance.now() + retryDelay
      return false
    }
  }

  const storeAnywhere = async (batch: ClickBatch) => {
    const isPaused = performance.now() < pausedUntil
    if (!isPaused && (await trySend(batch))) return
    try {
      await spool.write(batch)
      batches.inc({ backend: 'spool' })
    } catch (error) {
      // The queue may be available again. Once that proved wrong, visitors wait for the queue only after the pause.
      if (!isPaused || !isStoring || !(await trySend(batch))) throw error
    }
  }

  const reportLosses = () => {
    if (losses > 0) log.error({ err: lossError, clicks: losses }, 'clicks lost: queue and spool failed')
    losses = 0
  }

  /** A process that is not ready gets no visitors, so it finds out by itself whether it can store clicks again. */
  const checkStorage = async () => {
    isStoring = (await trySend({ id: newId('batch_'), clicks: [], excluded: [] })) || (await spool.isWritable())
    if (isStoring) log.info('clicks can be stored again')
  }

  return {
    isStoring: () => isStoring,
    reportLosses,
    async store(batch) {
      try {
        await storeAnywhere(batch)
        isStoring = true
      } catch (error) {
        isStoring = false
        losses += batch.clicks.length
        lossError = error
        lostClicks.inc(batch.clicks.length)
        throw error
      }
    },
    async maintain() {
      reportLosses()
      if (!isStoring) await checkStorage()
      await spool.recoverPartialFiles().catch((error: unknown) => log.warn({ err: error }, 'partial spool files not recovered'))
      const sent = await spool.replay(send)
      if (sent > 0) log.info({ batches: sent }, 'spooled click batches replayed')
      spooled.set(await spool.size())
    },
  }
}
