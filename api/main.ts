/** The API process. */
import '../shared/kernel/fast-strings.js'
import { setFlagsFromString } from 'node:v8'
import { readConfig } from '../shared/kernel/config.js'
import { withStoredKeys } from '../shared/kernel/credentials.js'
import { deferredEnv } from '../shared/kernel/deferred-env.js'
import { openProcessLog } from '../shared/kernel/log.js'
import { closeOnSignal, formatStartupError, notifyReady } from '../shared/kernel/process.js'
import { releaseMemoryWhenIdle } from '../shared/kernel/release-idle-memory.js'
import { startApi } from './start.js'

// Allocation site pretenuring places objects directly in the old generation when earlier objects of the same call site lived long. Under
// low load all objects of a request do; under high load they die at once and keep what they reference alive until a full collection.
// That cost a sixth of the CPU time (docs/decisions/0007).
setFlagsFromString('--no-allocation-site-pretenuring')

try {
  const config = await withStoredKeys(readConfig(await deferredEnv()))
  const log = await openProcessLog(config, 'api')
  const api = await startApi(config, log)
  closeOnSignal(log, () => api.close())
  log.info({ port: api.port }, 'API listening')
  notifyReady()
  releaseMemoryWhenIdle()
} catch (error) {
  console.error(formatStartupError(error))
  process.exit(1)
}
