import { customerDeleted, customerMerged } from '../../shared/customers/index.js'
import { hours, minutes } from '../../shared/kernel/time.js'
import {
  dropOldMemories,
  embedLeftMemories,
  embedMemories,
  embedMemoriesNow,
  followMergedCustomer,
  forgetMemoriesOfCustomer,
} from '../../shared/memories/index.js'
import { job } from '../job.js'

export const memoriesJobs = [
  job({
    on: customerMerged,
    name: 'memories.follow-merged-customer',
    queue: 'events',
    within: minutes(2),
    run: ({ scope, payload }) => followMergedCustomer(scope, payload),
  }),
  job({
    on: customerDeleted,
    name: 'memories.forget-customer',
    queue: 'events',
    within: minutes(2),
    run: ({ scope, payload }) => forgetMemoriesOfCustomer(scope, payload),
  }),
  job({ of: embedMemories, within: minutes(2), ownTransaction: true, run: ({ scope, payload }) => embedMemoriesNow(scope, payload) }),
  job({
    name: 'memories.embed-left',
    queue: 'webhooks',
    every: hours(1),
    within: minutes(40),
    ownTransaction: true,
    run: ({ scope }) => embedLeftMemories(scope),
  }),
  job({
    name: 'memories.drop-old',
    queue: 'housekeeping',
    cron: '50 3 * * *',
    within: minutes(20),
    ownTransaction: true,
    run: ({ scope }) => dropOldMemories(scope),
  }),
]
