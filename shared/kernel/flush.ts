import { type EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql'

/** Writes what changed. When a unique index says that somebody was faster, refuses in the words of the caller. */
export async function flushOrRefuse(em: EntityManager, refusal: () => Error): Promise<void> {
  try {
    await em.flush()
  } catch (error) {
    throw error instanceof UniqueConstraintViolationException ? refusal() : error
  }
}
