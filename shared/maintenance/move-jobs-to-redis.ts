import { moveJobsToRedis as moveJobs } from '../kernel/queue/move-jobs-to-redis.js'
import type { JobScope } from '../kernel/scope.js'

/** Takes over the jobs of PostgreSQL after REDIS_URL was set, also those that processes queue which were started without it. */
export async function moveJobsToRedis({ config, queues, log }: JobScope): Promise<void> {
  const jobs = await moveJobs(config, queues, (error) => log.warn({ err: error }, 'error of the former queues'))
  if (jobs > 0) log.info({ jobs }, 'jobs moved from PostgreSQL to Redis')
}
