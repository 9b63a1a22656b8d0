import { ExternalError } from '../http-client/external-error.js'

/** Why a connection cannot be opened or is lost. ENOENT: there is no Unix socket. */
const systemErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])
/** Elsewhere these errors have other reasons: a missing file is not an outage. */
const connectionCalls = new Set(['connect', 'read', 'write', 'getaddrinfo'])
/**
 * SQLSTATEs of a lost connection, of a server that starts or stops, of one without disk space, memory or free connections, and of one that
 * only reads: a standby, or one whose operator protects a full disk.
 */
const serverErrors = /^(08...|57P0[123]|53[123]00|25006)$/

/** Errors without a code, of the driver and of the pools. The ORM puts the statement in front of them. */
const messages = [
  /^(Connection Error: |Knex: Timeout)/,
  /(^| - )(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/,
]

/** Whether the error means that the database cannot be reached, or can store nothing. A request to another server has other errors. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ExternalError || error.message === 'fetch failed') return false
  const { code = '', syscall = '', severity, cause } = error as NodeJS.ErrnoException & { severity?: string; cause?: unknown }
  if (messages.some((one) => one.test(error.message))) return true
  if (severity === undefined ? systemErrors.has(code) && connectionCalls.has(syscall) : serverErrors.test(code)) return true
  return isDatabaseUnavailable(cause)
}
