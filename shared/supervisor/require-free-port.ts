/** Checks the port before anything is started. */
import { createServer } from 'node:net'
import type { Config } from '../kernel/config.js'
import { listenError } from '../kernel/listen-error.js'

export function requireFreePort(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(listenError(config, error)))
    probe.listen(config.port, config.host, () => probe.close(() => resolve()))
  })
}
