/** Why a request to an external address was refused or failed. The message may be shown to the user who supplied the address. */
export type ExternalErrorReason =
  /** The address is not allowed: unsupported scheme, embedded credentials, or a host outside the public internet. */
  'refused' | 'unreachable' | 'timeout' | 'too_large' | 'too_many_redirects'

export class ExternalError extends Error {
  override name = 'ExternalError'
  readonly reason: ExternalErrorReason
  constructor(reason: ExternalErrorReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** Translates an error of the HTTP library into an `ExternalError`. */
export function toExternalError(error: unknown, timedOut: boolean): unknown {
  if (error instanceof ExternalError) return error
  if (timedOut || codeOf(error) === 'UND_ERR_CONNECT_TIMEOUT')
    return new ExternalError('timeout', 'The address did not answer in time.', { cause: error })
  return new ExternalError('unreachable', 'The address could not be reached.', { cause: error })
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
