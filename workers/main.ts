/** A worker process. Its queues come from the command line, or from WORKER_QUEUES. */
import '../shared/kernel/fast-strings.js'
import { entities } from '../shared/entities.js'
import { readConfig } from '../shared/kernel/config.js'
import { withStoredKeys } from '../shared/kernel/credentials.js'
import { deferredEnv } from '../shared/kernel/deferred-env.js'
import { openProcessLog } from '../shared/kernel/log.js'
import { openMetricsServer } from '../shared/kernel/metrics-server.js'
import { closeOnSignal, formatStartupError, notifyReady } from '../shared/kernel/process.js'
import { releaseMemoryWhenIdle } from '../shared/kernel/release-idle-memory.js'
import { openResources } from '../shared/kernel/resources.js'
import { jobs } from './jobs/index.js'
import { jobTables } from './runtime/job-tables.js'
import { parseQueueNames, startWorkers } from './runtime/start-workers.js'

try {
  const config = await withStoredKeys(readConfig(await deferredEnv()))
  const log = await openProcessLog(config, 'worker')
  const queues = parseQueueNames(process.argv.length > 2 ? process.argv.slice(2) : config.workerQueues)
  const resources = await openResources({ config, log, entities, consumes: true })
  const workers = await startWorkers({ tables: jobTables(jobs), resources, log }, queues)
  const metricsServer = await openMetricsServer(config)
  closeOnSignal(log, async () => {
    await workers.close()
    await metricsServer.close()
    await resources.close()
  })
  log.info({ queues }, 'worker ready')
  notifyReady()
  releaseMemoryWhenIdle()
} catch (error) {
  console.error(formatStartupError(error))
  process.exit(1)
}
