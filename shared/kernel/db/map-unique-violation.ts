import { UniqueConstraintViolationException } from '@mikro-orm/postgresql'
import type { ServiceError } from '../errors.js'

/**
 * Awaits a write and turns a unique violation into the error of `toError`, which gets the name of the constraint. Of two concurrent writes
 * of one value, one gets that error.
 */
export async function mapUniqueViolation<Result>(write: Promise<Result>, toError: (constraint: string) => ServiceError): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    throw toError((error as { constraint?: string }).constraint ?? '')
  }
}
