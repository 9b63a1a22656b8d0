import { dropOldMemories } from '../../shared/memories/index.js'
import { minutes } from '../../shared/kernel/time.js'
import { job } from '../job.js'

export const memoriesJobs = [
  job({ name: 'memories.drop-old', queue: 'housekeeping', cron: '50 3 * * *', within: minutes(20), ownTransaction: true, run: ({ scope }) => dropOldMemories(scope) }),
]
