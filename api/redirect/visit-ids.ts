/** Click ids of visitors without a cookie, by visitor and link, kept for the duplicate window. */
import type { Log } from '../../shared/kernel/log.js'
import type { ShortLivedStore } from '../../shared/kernel/store/short-lived-store.js'
import { throttledWarning } from '../../shared/kernel/throttled-warning.js'
import { hours, seconds } from '../../shared/kernel/time.js'
import { withTimeout } from '../../shared/kernel/with-timeout.js'
import { type VisitorOnLink, visitKey } from '../../shared/tracking/index.js'

export interface VisitIds {
  /** Returns the id that the visitor has on the link, and keeps `id` if there is none. Null: there was none, or the store failed. */
  findOrKeep(visit: VisitorOnLink, id: string): Promise<string | null>
}

/** Long, because a repeated visit with a new id belongs to no click: a sale that names the id after an hour is lost. */
const timeoutMs = seconds(3)
/** After a timeout the store is not asked for this long, so that further visitors of an outage do not wait. */
const pauseMs = seconds(2)

export function visitIds(store: Pick<ShortLivedStore, 'setIfAbsent'>, log: Log): VisitIds {
  const warn = throttledWarning(log, 'previous click lookup failed, issuing a new click id')
  let pausedUntil = 0
  const timedOut = () => {
    pausedUntil = performance.now() + pauseMs
    return new Error(`The store did not answer within ${timeoutMs} ms`)
  }
  return {
    async findOrKeep(visit, id) {
      if (performance.now() < pausedUntil) return null
      return withTimeout(store.setIfAbsent(visitKey(visit), id, hours(1)), timeoutMs, timedOut).catch((error: unknown) => {
        warn(error)
        return null
      })
    },
  }
}
