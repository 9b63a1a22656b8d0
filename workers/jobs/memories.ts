import { dropOldMemories, embedLeftMemories, embedMemories, embedMemoriesNow } from '../../shared/memories/index.js'
import { hours, minutes } from '../../shared/kernel/time.js'
import { job } from '../job.js'

export const memoriesJobs = [
  job({ of: embedMemories, within: minutes(2), ownTransaction: true, run: ({ scope, payload }) => embedMemoriesNow(scope, payload) }),
  job({ name: 'memories.embed-left', queue: 'webhooks', every: hours(1), within: minutes(40), ownTransaction: true, run: ({ scope }) => embedLeftMemories(scope) }),
  job({ name: 'memories.drop-old', queue: 'housekeeping', cron: '50 3 * * *', within: minutes(20), ownTransaction: true, run: ({ scope }) => dropOldMemories(scope) }),
]
