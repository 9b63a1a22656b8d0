/** A worker process: which queues it serves comes from the command line, else from WORKER_QUEUES. */
import { entities } from '../shared/entities.js'
import { readConfig } from '../shared/kernel/config.js'
import { withKeptKeys } from '../shared/kernel/credentials.js'
import { wholeEnvironment } from '../shared/kernel/early-start.js'
import { giveBackMemory } from '../shared/kernel/give-back-memory.js'
import { openLog } from '../shared/kernel/log.js'
import { closeOnSignal, startFailure, tellReady } from '../shared/kernel/process.js'
import { openResources } from '../shared/kernel/resources.js'
import { contracts, jobs, standingJobs } from './jobs/index.js'
import { queuesNamed, startWorkers } from './runtime/start.js'
import { jobTables } from './runtime/tables.js'

try {
  const config = await withKeptKeys(readConfig(await wholeEnvironment()))
  const log = openLog(config.logLevel, 'worker')
  const queues = queuesNamed(process.argv.length > 2 ? process.argv.slice(2) : config.workerQueues)
  const resources = await openResources({ config, log, entities, consumes: true })
  const fleet = await startWorkers({ tables: jobTables(jobs, contracts), standing: standingJobs, resources, log }, queues)
  closeOnSignal(log, async () => {
    await fleet.close()
    await resources.close()
  })
  log.info({ queues }, 'the worker serves its queues')
  tellReady()
  giveBackMemory()
} catch (error) {
  console.error(startFailure(error))
  process.exit(1)
}
