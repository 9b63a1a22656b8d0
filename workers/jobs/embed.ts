import { deleteExpiredEmbedTokens } from '../../shared/embed/index.js'
import { hours, minutes } from '../../shared/kernel/time.js'
import { job } from '../job.js'

export const embedJobs = [
  job({
    name: 'embed.delete-expired-tokens',
    queue: 'housekeeping',
    every: hours(1),
    timeoutMs: minutes(2),
    run: ({ scope }) => deleteExpiredEmbedTokens(scope),
  }),
]
