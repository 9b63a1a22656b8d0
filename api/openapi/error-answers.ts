/** The error answers that every operation shares, by status. */
import { type ErrorCode, errorCodes } from '../../shared/kernel/errors.js'
import { statusOf } from '../http/error-answer.js'
import type { Answer, SchemaObject } from './document.js'

/** What each code means to a caller: the text of `/docs/errors`. */
export const errorMeanings: Record<ErrorCode, string> = {
  bad_request: 'The request could not be read: malformed JSON, a malformed header, or a credential in the wrong form.',
  unauthorized: 'The credential is missing, unknown or expired.',
  forbidden: 'The credential is good, but its permissions or the plan of the workspace do not allow this.',
  exceeded_limit: 'The workspace has used up what its plan allows.',
  not_found: 'Nothing by that name is there, or it belongs to somebody else.',
  conflict: 'What is to be created or renamed exists already.',
  invite_pending: 'The user is invited to the workspace and has not accepted yet.',
  invite_expired: 'The invite of the user to the workspace has expired.',
  unprocessable_entity: 'The request was read, but a value in it is not acceptable. The message names the first such value.',
  rate_limit_exceeded: 'Too many requests in too short a time. `Retry-After` says in how many seconds to try again.',
  internal_server_error: 'Something went wrong on the side of the service. The log holds the details under the request id of the answer.',
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

export const errorStatuses = [...new Set(errorCodes.map((code) => statusOf[code]))].sort((a, b) => a - b)

/** Where two codes share a status, both are allowed. */
export function errorAnswers(): Record<string, Answer> {
  return Object.fromEntries(errorStatuses.map((status) => [String(status), errorAnswer(status)]))
}

function errorAnswer(status: number): Answer {
  const codes = errorCodes.filter((code) => statusOf[code] === status)
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
      code: { type: 'string', enum: codes, description: 'Tells errors apart in a program.', example: codes[0] },
      message: { type: 'string', description: 'Says in words what is wrong.', 'x-speakeasy-error-message': true },
      doc_url: { type: 'string', description: 'A page about the code.' },
    },
    required: ['code', 'message'],
  }
  return { type: 'object', properties: { error }, required: ['error'] }
}

const limitHeaders = {
  'Retry-After': { description: 'Seconds until the next request may be made.', schema: { type: 'integer' } },
  'X-RateLimit-Limit': { description: 'Requests that any one period allows.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests that are left just now.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'When more requests are left than now, in milliseconds since 1970.', schema: { type: 'integer' } },
}
