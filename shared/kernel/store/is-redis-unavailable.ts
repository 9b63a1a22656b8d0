/** Errors of the driver without a connection, and of a server that starts, is a replica or can store nothing. */
const messages =
  /^(Stream isn't writeable|Connection is closed|Socket timeout|Reached the max retries|(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|MISCONF|OOM) )/

/** Whether the error, or its cause, means that Redis cannot be reached, or can store nothing. */
export function isRedisUnavailable(error: unknown): boolean {
  return error instanceof Error && (messages.test(error.message) || isRedisUnavailable(error.cause))
}
