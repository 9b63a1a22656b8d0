/** Why an address that somebody gave was not asked, or gave no answer. The message is fit for whoever gave it. */
export type OutsideReason =
  /** The address must not be asked: wrong scheme, a password in it, or it does not lead to the public internet. */
  'refused' | 'unreachable' | 'timeout' | 'too_large' | 'too_many_redirects'

export class OutsideError extends Error {
  override name = 'OutsideError'
  readonly reason: OutsideReason
  constructor(reason: OutsideReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** What the client's own errors mean to whoever gave the address. */
export function asOutsideError(error: unknown, isLate: boolean): unknown {
  if (error instanceof OutsideError) return error
  if (isLate || codeOf(error) === 'UND_ERR_CONNECT_TIMEOUT')
    return new OutsideError('timeout', 'The address did not answer in time.', { cause: error })
  return new OutsideError('unreachable', 'The address could not be reached.', { cause: error })
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
