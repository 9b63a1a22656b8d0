/** The API process. */
import { setFlagsFromString } from 'node:v8'
import { readConfig } from '../shared/kernel/config.js'
import { withKeptKeys } from '../shared/kernel/credentials.js'
import { wholeEnvironment } from '../shared/kernel/early-start.js'
import { giveBackMemory } from '../shared/kernel/give-back-memory.js'
import { openLog } from '../shared/kernel/log.js'
import { closeOnSignal, startFailure, tellReady } from '../shared/kernel/process.js'
import { startApi } from './start.js'

// V8 puts objects straight into the old generation when those of the same place in the code lived long before. Under few requests
// all of a request's objects do; under many, what was put there is dead at once and keeps everything it points at alive until a full
// collection. A sixth of the processor went there (docs/decisions/0007).
setFlagsFromString('--no-allocation-site-pretenuring')

try {
  const config = await withKeptKeys(readConfig(await wholeEnvironment()))
  const log = openLog(config.logLevel, 'api')
  const api = await startApi(config, log)
  closeOnSignal(log, () => api.close())
  log.info({ port: api.port }, 'the API listens')
  tellReady()
  giveBackMemory()
} catch (error) {
  console.error(startFailure(error))
  process.exit(1)
}
