import { z } from 'zod'
import { contract, exponential } from '../kernel/contract.js'
import { seconds } from '../kernel/time.js'

/** The vectors of memories that were just written. What an outage outlasts, the hourly catching up does. */
export const embedMemories = contract({
  name: 'memories.embed',
  queue: 'webhooks',
  payload: z.object({ memoryIds: z.string().array() }),
  attempts: 6,
  backoff: exponential(seconds(5)),
})
