/** Queue depth metrics, collected when the metrics are scraped. */
import { gauge } from '../metrics.js'
import { queueNames } from './queue-kinds.js'
import type { Queues } from './queues.js'

const states = ['waiting', 'active', 'delayed', 'failed'] as const
const depth = gauge('queue_jobs', 'Jobs by queue and state', ['queue', 'state'])

/** Updates the gauge. A queue that cannot be read keeps its last value. */
export async function measureQueues(queues: Queues): Promise<void> {
  await Promise.allSettled(
    queueNames.map(async (name) => {
      const counts = await queues.queue(name).getJobCounts(...states)
      for (const state of states) depth.set({ queue: name, state }, counts[state] ?? 0)
    }),
  )
}
