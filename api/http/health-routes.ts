/** Health, readiness and metrics. They are not in the endpoint tables because they describe the process, not a workspace. */
import type { Middleware } from 'koa'
import { renderMetrics } from '../../shared/kernel/metrics-server.js'
import { metrics } from '../../shared/kernel/metrics.js'
import { measureQueues } from '../../shared/kernel/queue/queue-metrics.js'
import { readiness } from '../../shared/kernel/readiness.js'
import type { Resources } from '../../shared/kernel/resources.js'
import type { RequestState } from './serve-row.js'

/** Updates the gauges of a domain when the metrics are scraped. Never throws. */
export type UpdateGauges = (resources: Resources) => Promise<void>

/** Updates the gauges of the queues and of all domains. */
export const updateAllGauges = (resources: Resources, gauges: readonly UpdateGauges[]) => () =>
  Promise.all([measureQueues(resources.queues), ...gauges.map((measure) => measure(resources))])

/** What only this process knows about itself. */
export interface ProcessState {
  isDraining(): boolean
  /** False while clicks can be stored nowhere. */
  isStoringClicks(): boolean
}

/** `/health`: the process is alive. `/ready`: it can serve requests. `/metrics`: Prometheus text, unless it has an address of its own. */
export function healthRoutes(resources: Resources, updateGauges: () => Promise<unknown>, process: ProcessState): Middleware {
  return async (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return next()
    const state = context.state as RequestState
    state.endpoint = context.path.slice(1)
    if (context.path === '/health') context.body = { status: 'ok' }
    else if (context.path === '/ready') {
      const [{ ready: isReachable, parts }, isStoringClicks] = [await readiness(resources), process.isStoringClicks()]
      const ready = isReachable && isStoringClicks && !process.isDraining()
      context.status = ready ? 200 : 503
      context.body = { ready, ...parts, ...(isStoringClicks ? {} : { clicks: 'not stored' }) }
    } else if (context.path === '/metrics' && !resources.config.metricsAddress) {
      context.set('Content-Type', metrics.contentType)
      context.body = await renderMetrics(updateGauges)
    } else {
      delete state.endpoint
      return next()
    }
  }
}
