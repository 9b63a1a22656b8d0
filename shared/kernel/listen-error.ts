/** Why a server cannot listen, as a message for the operator. */
import { type Config, ConfigError } from './config.js'

const messages: Record<string, (config: Pick<Config, 'host' | 'port'>) => string> = {
  EADDRINUSE: ({ port }) => `PORT ${port} is in use: stop what listens there, or set another PORT.`,
  EACCES: ({ port }) => `PORT ${port} requires privileges that this user lacks: set a PORT of 1024 or more.`,
  EADDRNOTAVAIL: ({ host }) => `HOST ${host} is not an address of this machine.`,
  ENOTFOUND: ({ host }) => `HOST ${host} is not an address of this machine.`,
}

/** The error with a message that names the setting, or itself if the settings are not its cause. */
export function listenError(config: Pick<Config, 'host' | 'port'>, error: NodeJS.ErrnoException): Error {
  const message = messages[error.code ?? '']
  return message ? new ConfigError(message(config)) : error
}
