import { customerDeleted, customerMerged } from '../../shared/customers/index.js'
import { hours, minutes } from '../../shared/kernel/time.js'
import {
  deleteExpiredMemories,
  embedMemories,
  embedMissingMemories,
  embedMemoriesJob,
  moveMergedCustomer,
  eraseCustomerMemories,
} from '../../shared/memories/index.js'
import { job } from '../job.js'

export const memoriesJobs = [
  job({
    on: customerMerged,
    name: 'memories.move-merged-customer',
    queue: 'events',
    timeoutMs: minutes(2),
    run: ({ scope, payload }) => moveMergedCustomer(scope, payload),
  }),
  job({
    on: customerDeleted,
    name: 'memories.erase-customer',
    queue: 'events',
    timeoutMs: minutes(2),
    run: ({ scope, payload }) => eraseCustomerMemories(scope, payload),
  }),
  job({
    contract: embedMemoriesJob,
    timeoutMs: minutes(2),
    ownTransaction: true,
    run: ({ scope, payload }) => embedMemories(scope, payload),
  }),
  job({
    name: 'memories.embed-missing',
    queue: 'webhooks',
    every: hours(1),
    timeoutMs: minutes(40),
    ownTransaction: true,
    run: ({ scope }) => embedMissingMemories(scope),
  }),
  job({
    name: 'memories.delete-expired',
    queue: 'housekeeping',
    cron: '50 3 * * *',
    timeoutMs: minutes(20),
    ownTransaction: true,
    run: ({ scope }) => deleteExpiredMemories(scope),
  }),
]
