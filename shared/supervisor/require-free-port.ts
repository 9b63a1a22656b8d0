/** Checks the port before anything is started. */
import { createServer } from 'node:net'
import { type Config, ConfigError } from '../kernel/config.js'

const messages: Record<string, (config: Config) => string> = {
  EADDRINUSE: ({ port }) => `PORT ${port} is in use: stop what listens there, or set another PORT.`,
  EACCES: ({ port }) => `PORT ${port} requires privileges that this user lacks: set a PORT of 1024 or more.`,
  EADDRNOTAVAIL: ({ host }) => `HOST ${host} is not an address of this machine.`,
  ENOTFOUND: ({ host }) => `HOST ${host} is not an address of this machine.`,
}

export function requireFreePort(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const message = messages[error.code ?? '']
      reject(message ? new ConfigError(message(config)) : error)
    })
    probe.listen(config.port, config.host, () => probe.close(() => resolve()))
  })
}
