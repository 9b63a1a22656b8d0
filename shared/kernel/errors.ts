/** Error codes and the error class that carries them. Only `api/http` maps codes to HTTP statuses. */
export const errorCodes = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'exceeded_limit',
  'not_found',
  'conflict',
  'invite_pending',
  'invite_expired',
  'unprocessable_entity',
  'rate_limit_exceeded',
  'internal_server_error',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** An error to be returned to the caller. Created by named functions in a domain's `errors.ts`. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly code: ErrorCode
  readonly headers: Record<string, string>
  constructor(code: ErrorCode, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.headers = headers
  }
}

export const badRequest = (message: string) => new ServiceError('bad_request', message)
export const forbidden = (message: string) => new ServiceError('forbidden', message)
export const notFound = (message: string) => new ServiceError('not_found', message)
export const conflict = (message: string) => new ServiceError('conflict', message)
export const unprocessable = (message: string) => new ServiceError('unprocessable_entity', message)
export const unauthorized = (message: string) => new ServiceError('unauthorized', message)
export const tooManyRequests = () => new ServiceError('rate_limit_exceeded', 'Too many requests.')
