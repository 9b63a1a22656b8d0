import { UniqueConstraintViolationException } from '@mikro-orm/postgresql'
import type { ServiceError } from './errors.js'

/** Writes; where a unique index refuses, the caller hears what is taken. Of two who take it at once, one is told. */
export async function orTaken<Result>(write: Promise<Result>, taken: () => ServiceError): Promise<Result> {
  try {
    return await write
  } catch (error) {
    throw error instanceof UniqueConstraintViolationException ? taken() : error
  }
}
