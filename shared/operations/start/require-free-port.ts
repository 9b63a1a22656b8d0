/** Asked before anything is started: a port that is taken should not cost the start of a database. */
import { createServer } from 'node:net'
import { type Config, ConfigError } from '../../kernel/config.js'

const sentences: Record<string, (config: Config) => string> = {
  EADDRINUSE: ({ port }) => `PORT ${port} is in use: stop what listens there, or set another PORT.`,
  EACCES: ({ port }) => `PORT ${port} may not be opened by this user: set a PORT of 1024 or more.`,
  EADDRNOTAVAIL: ({ host }) => `HOST ${host} is not an address of this machine.`,
  ENOTFOUND: ({ host }) => `HOST ${host} is not an address of this machine.`,
}

export function requireFreePort(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const sentence = sentences[error.code ?? '']
      reject(sentence ? new ConfigError(sentence(config)) : error)
    })
    probe.listen(config.port, config.host, () => probe.close(() => resolve()))
  })
}
