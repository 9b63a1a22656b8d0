/** The API process. */
import { readConfig } from '../shared/kernel/config.js'
import { withKeptKeys } from '../shared/kernel/credentials.js'
import { openLog } from '../shared/kernel/log.js'
import { closeOnSignal, startFailure, tellReady } from '../shared/kernel/process.js'
import { startApi } from './start.js'

try {
  const config = await withKeptKeys(readConfig())
  const log = openLog(config.logLevel, 'api')
  const api = await startApi(config, log)
  closeOnSignal(log, () => api.close())
  log.info({ port: api.port }, 'the API listens')
  tellReady()
} catch (error) {
  console.error(startFailure(error))
  process.exit(1)
}
