import { UnavailableError } from '../kernel/unavailable-error.js'

/**
 * Errors of a server that cannot serve requests: too many queries, lost connections of its cluster, no disk space, memory or coordination
 * service, too many parts, or read-only tables.
 */
const temporaryErrors = new Set(['159', '202', '209', '210', '225', '241', '242', '243', '252', '279', '319', '999'])

/** Throws `UnavailableError` if the server did not answer, or cannot serve requests. Other errors of the server are thrown as they are. */
export async function whenAvailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { ClickHouseError } = await import('@clickhouse/client')
    const isOutage = error instanceof ClickHouseError ? temporaryErrors.has(error.code) : isConnectionError(error)
    if (!isOutage) throw error
    throw new UnavailableError('The event store is unavailable. Send the request again later.', { cause: error })
  }
}

const isConnectionError = (error: unknown) =>
  error instanceof Error && ('code' in error || /^(Timeout error|socket hang up)/.test(error.message))
