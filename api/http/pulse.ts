/** Health, readiness and metrics: for machines that watch this one, outside the tables because they need the process, not a workspace. */
import type { Middleware } from 'koa'
import { metrics } from '../../shared/kernel/metrics.js'
import { measureQueues } from '../../shared/kernel/queue-metrics.js'
import { readiness } from '../../shared/kernel/readiness.js'
import type { Resources } from '../../shared/kernel/resources.js'
import type { RequestState } from './serve-row.js'

/** Asks what a domain's gauges show, when somebody reads the metrics. Never throws. */
export type Measure = (resources: Resources) => Promise<void>

/** `/health` says that the process lives, `/ready` that it can serve, `/metrics` what it did. */
export function pulse(resources: Resources, measures: readonly Measure[], isDraining: () => boolean): Middleware {
  return async (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return next()
    const state = context.state as RequestState
    state.endpoint = context.path.slice(1)
    if (context.path === '/health') context.body = { status: 'ok' }
    else if (context.path === '/ready') {
      const { ready, parts } = await readiness(resources)
      context.status = ready && !isDraining() ? 200 : 503
      context.body = { ready: ready && !isDraining(), ...parts }
    } else if (context.path === '/metrics') {
      await Promise.all([measureQueues(resources.queues), ...measures.map((measure) => measure(resources))])
      context.set('Content-Type', metrics.contentType)
      context.body = await metrics.metrics()
    } else {
      delete state.endpoint
      return next()
    }
  }
}
