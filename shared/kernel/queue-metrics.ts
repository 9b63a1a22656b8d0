/** How much waits on the queues, asked when somebody reads the metrics. */
import { gauge } from './metrics.js'
import { queueNames } from './queue-kinds.js'
import type { Queues } from './queues.js'

const states = ['waiting', 'active', 'delayed', 'failed'] as const
const depth = gauge('queue_jobs', 'Jobs by queue and state', ['queue', 'state'])

/** Sets the gauge; a queue that cannot be asked keeps its last figure. */
export async function measureQueues(queues: Queues): Promise<void> {
  await Promise.allSettled(
    queueNames.map(async (name) => {
      const counts = await queues.queue(name).getJobCounts(...states)
      for (const state of states) depth.set({ queue: name, state }, counts[state] ?? 0)
    }),
  )
}
