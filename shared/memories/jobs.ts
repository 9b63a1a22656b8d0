import { z } from 'zod'
import { contract, exponential } from '../kernel/queue/contract.js'
import { seconds } from '../kernel/time.js'

/** Creates the vectors of new memories. What fails for longer than the retries is caught up by the hourly job. */
export const embedMemoriesJob = contract({
  name: 'memories.embed',
  queue: 'webhooks',
  payload: z.object({ memoryIds: z.string().array() }),
  attempts: 6,
  backoff: exponential(seconds(5)),
})
