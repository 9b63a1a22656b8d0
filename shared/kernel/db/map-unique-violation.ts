import { UniqueConstraintViolationException } from '@mikro-orm/postgresql'
import type { ServiceError } from '../errors.js'

/** Awaits a write and turns a unique violation into the error of `toError`. Of two concurrent writes of one value, one gets that error. */
export async function mapUniqueViolation<Result>(write: Promise<Result>, toError: () => ServiceError): Promise<Result> {
  try {
    return await write
  } catch (error) {
    throw error instanceof UniqueConstraintViolationException ? toError() : error
  }
}
