import { minIdAt } from '../kernel/ids.js'
import type { JobScope } from '../kernel/scope.js'
import { ingestClicks } from './jobs.js'
import { hasQueuedBatchBefore } from './queued-clicks.queries.js'

/** Whether clicks from before a time wait in the click queue. Does not see the spool of other machines. */
export async function hasQueuedClicksBefore({ pool, queues }: Pick<JobScope, 'pool' | 'queues'>, time: Date): Promise<boolean> {
  if (await hasQueuedBatchBefore(pool, minIdAt('batch_', time.getTime()))) return true
  // The ids of a stream begin with their time in milliseconds.
  const [oldest] = (await queues.stream(ingestClicks.queue)?.read('0', 1)) ?? []
  return oldest !== undefined && Number(oldest.id.split('-')[0]) < time.getTime()
}
