/** The one exit for errors: anything thrown becomes an answer in the documented shape. */
import { type ErrorCode, ServiceError } from '../../shared/kernel/errors.js'
import type { Log } from '../../shared/kernel/log.js'

export const statusOf: Record<ErrorCode, number> = {
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

export interface ErrorAnswer {
  status: number
  headers: Record<string, string>
  body: ErrorBody
}

/** Unknown errors are logged with the request's own logger (it carries the request id) and hidden from the caller. */
export function errorAnswer(error: unknown, docsUrl: string, log: Log): ErrorAnswer {
  if (error instanceof ServiceError) return answer(error, docsUrl)
  log.error({ err: error }, 'an unexpected error was hidden from the caller')
  return answer(
    new ServiceError('internal_server_error', 'An internal error occurred. Name the request id of this answer when you report it.'),
    docsUrl,
  )
}

function answer({ code, message, headers }: ServiceError, docsUrl: string): ErrorAnswer {
  return { status: statusOf[code], headers, body: { error: { code, message, doc_url: `${docsUrl}#${code.replaceAll('_', '-')}` } } }
}
