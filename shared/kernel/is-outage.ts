import { isDatabaseUnavailable } from './db/is-unavailable.js'
import { isRedisUnavailable } from './store/is-redis-unavailable.js'
import { UnavailableError } from './unavailable-error.js'

/** Whether the error means that a server this process depends on cannot be reached. Its stack trace shows only the driver. */
export const isOutage = (error: unknown): boolean =>
  error instanceof UnavailableError || isDatabaseUnavailable(error) || isRedisUnavailable(error)
