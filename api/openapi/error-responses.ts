/** The error responses that every operation shares, by status. */
import { type ErrorCode, errorCodes } from '../../shared/kernel/errors.js'
import { httpStatus } from '../http/error-response.js'
import type { OpenApiResponse, SchemaObject } from './document.js'

/** Meaning of each code for a caller; the text of `/docs/errors`. */
export const errorMeanings: Record<ErrorCode, string> = {
  bad_request: 'The request could not be read: malformed JSON, a malformed header or a malformed credential.',
  unauthorized: 'The credential is missing, unknown or expired.',
  forbidden: 'The credential is valid, but its permissions or the plan of the workspace do not allow this operation.',
  exceeded_limit: 'The workspace has reached a limit of its plan.',
  not_found: 'The resource does not exist, or the caller has no access to it.',
  conflict: 'A resource with the same name or identifier already exists.',
  invite_pending: 'The user is invited to the workspace and has not yet accepted.',
  invite_expired: 'The invite of the user to the workspace has expired.',
  unprocessable_entity: 'A value in the request is not acceptable. The message names the first such value.',
  rate_limit_exceeded: 'Too many requests. `Retry-After` holds the number of seconds to wait.',
  internal_server_error: 'The service failed. Its log holds the details under the request id of the response.',
}

// Names of the error classes in generated clients.
const classNames: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'InviteExpired',
  422: 'UnprocessableEntity',
  429: 'RateLimitExceeded',
  500: 'InternalServerError',
}

export const errorStatuses = [...new Set(errorCodes.map((code) => httpStatus[code]))].sort((a, b) => a - b)

/** Two codes that share a status are both listed. */
export function errorResponses(): Record<string, OpenApiResponse> {
  return Object.fromEntries(errorStatuses.map((status) => [String(status), errorResponse(status)]))
}

function errorResponse(status: number): OpenApiResponse {
  const codes = errorCodes.filter((code) => httpStatus[code] === status)
  return {
    description: codes.map((code) => errorMeanings[code]).join(' Or: '),
    ...(status === 429 ? { headers: limitHeaders } : {}),
    content: { 'application/json': { schema: { 'x-speakeasy-name-override': classNames[status], ...errorSchema(codes) } } },
  }
}

function errorSchema(codes: ErrorCode[]): SchemaObject {
  const error: SchemaObject = {
    type: 'object',
    properties: {
      code: { type: 'string', enum: codes, description: 'Machine-readable error code.', example: codes[0] },
      message: { type: 'string', description: 'Human-readable description of the error.', 'x-speakeasy-error-message': true },
      doc_url: { type: 'string', description: 'URL of a page about the error code.' },
    },
    required: ['code', 'message'],
  }
  return { type: 'object', properties: { error }, required: ['error'] }
}

const limitHeaders = {
  'Retry-After': { description: 'Seconds until the next request is allowed.', schema: { type: 'integer' } },
  'X-RateLimit-Limit': { description: 'Requests allowed per window.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left in the current window.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': {
    description: 'Time at which more requests become available, in milliseconds since the Unix epoch.',
    schema: { type: 'integer' },
  },
}
