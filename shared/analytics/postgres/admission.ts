/** Admission control for database connections. */
import type pg from 'pg'
import type { Grouping, Selection } from '../event-store.js'
import { fairScheduler } from '../fair-scheduler.js'
import { maxQueueWaitMs } from '../limits.js'
import { cheapestSource } from './query-plan.js'

/** Share of a process's connections that heavy queries may use. The others stay free for cheap queries, other requests and redirects. */
const heavyConnectionShare = 0.4

const schedulers = new WeakMap<pg.Pool, ReturnType<typeof fairScheduler>>()

/** Runs a query at once if rollups answer it. Heavy queries first wait for a slot, scheduled fairly between workspaces. */
export function withAdmission<Result>(
  pool: pg.Pool,
  selection: Selection,
  grouping: Grouping,
  query: () => Promise<Result>,
): Promise<Result> {
  return isHeavy(selection, grouping) ? schedulerOf(pool)(selection.workspaceIds.join(), query) : query()
}

/** Whether the query reads many events or facts one by one. */
const isHeavy = (selection: Selection, grouping: Grouping) =>
  Boolean(selection.unique) || (selection.metadata ?? []).length > 0 || cheapestSource(selection, grouping) === 'facts'

function schedulerOf(pool: pg.Pool): ReturnType<typeof fairScheduler> {
  const maxConcurrent = Math.max(1, Math.floor((pool.options.max ?? 10) * heavyConnectionShare))
  const scheduler =
    schedulers.get(pool) ?? fairScheduler({ maxConcurrent, maxPerKey: Math.max(1, maxConcurrent - 1), timeoutMs: maxQueueWaitMs })
  schedulers.set(pool, scheduler)
  return scheduler
}
