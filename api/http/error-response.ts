/** Turns anything thrown into a response in the documented shape. */
import { isDeadlock } from '../../shared/kernel/db/is-deadlock.js'
import { isDatabaseUnavailable } from '../../shared/kernel/db/is-unavailable.js'
import { type ErrorCode, ServiceError } from '../../shared/kernel/errors.js'
import type { Log } from '../../shared/kernel/log.js'
import { isRedisUnavailable } from '../../shared/kernel/store/is-redis-unavailable.js'
import { UnavailableError } from '../../shared/kernel/unavailable-error.js'

export const httpStatus: Record<ErrorCode, number> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  exceeded_limit: 403,
  not_found: 404,
  conflict: 409,
  invite_pending: 409,
  invite_expired: 410,
  unprocessable_entity: 422,
  rate_limit_exceeded: 429,
  internal_server_error: 500,
}

export interface ErrorBody {
  error: { code: ErrorCode; message: string; doc_url: string }
}

export interface ErrorResponse {
  status: number
  headers: Record<string, string>
  body: ErrorBody
}

/** The public error codes have none for an outage. */
const outage = (message: string) => new ServiceError('internal_server_error', message, { 'Retry-After': '5' })

/** Unknown errors are logged with the request's logger (it carries the request id) and hidden from the caller. */
export function errorResponse(error: unknown, docsUrl: string, log: Log): ErrorResponse {
  if (error instanceof ServiceError) return responseFor(error, docsUrl)
  if (error instanceof UnavailableError) {
    log.warn({ err: error }, 'store unavailable')
    return { ...responseFor(outage(error.message), docsUrl), status: 503 }
  }
  if (isDatabaseUnavailable(error)) {
    log.warn({ err: error }, 'database unavailable')
    return { ...responseFor(outage('The database is unavailable. Send the request again later.'), docsUrl), status: 503 }
  }
  if (isRedisUnavailable(error)) {
    log.warn({ err: error }, 'Redis unavailable')
    return { ...responseFor(outage('The service is unavailable. Send the request again later.'), docsUrl), status: 503 }
  }
  if (isDeadlock(error)) {
    log.warn({ err: error }, 'deadlock')
    return { ...responseFor(outage('The request was undone in favor of a concurrent one. Send it again.'), docsUrl), status: 503 }
  }
  log.error({ err: error }, 'unexpected error')
  return responseFor(
    new ServiceError('internal_server_error', 'An internal error occurred. Include the request id of this response when you report it.'),
    docsUrl,
  )
}

function responseFor({ code, message, headers }: ServiceError, docsUrl: string): ErrorResponse {
  return { status: httpStatus[code], headers, body: { error: { code, message, doc_url: `${docsUrl}#${code.replaceAll('_', '-')}` } } }
}
