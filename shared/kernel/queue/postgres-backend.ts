import { createPostgresBackend } from 'bullmq'
import { isDeadlock } from '../db/is-deadlock.js'

/** What a backend and its connection have in common: the result of their first connection. */
interface Connectable {
  readyPromise?: Promise<unknown> | undefined
  waitUntilReady(): Promise<unknown>
}

interface Backend extends Connectable {
  connection: Connectable
  query(text: string, params?: unknown[]): Promise<unknown>
}

/** A statement that still deadlocks after this many attempts fails. */
const maxDeadlocks = 5

/**
 * The PostgreSQL backend of BullMQ, which connects again after a failure and repeats statements that deadlocked, each of which is passed to
 * `onError`. As of version 6.7.0, a queue that is first used while the database is away keeps the error of that connection, and fails until
 * the process ends; and the functions that complete two jobs of a queue deadlock now and then: both delete the oldest completed jobs and
 * promote delayed ones. Without a repetition, the job that was done counts as failed.
 */
export function postgresBackend(onError: (error: Error) => void): typeof createPostgresBackend {
  return (...args) => {
    const created = createPostgresBackend(...args)
    const backend = created as unknown as Backend
    reconnectAfterFailure(backend.connection)
    reconnectAfterFailure(backend)
    repeatAfterDeadlock(backend, onError)
    return created
  }
}

/** Every call is one statement outside of a transaction, which a deadlock rolls back completely. */
function repeatAfterDeadlock(backend: Backend, onError: (error: Error) => void): void {
  const query = backend.query.bind(backend)
  backend.query = async (...args) => {
    for (let deadlocks = 1; ; deadlocks++) {
      try {
        return await query(...args)
      } catch (error) {
        if (!isDeadlock(error) || deadlocks === maxDeadlocks) throw error
        onError(error as Error)
      }
    }
  }
}

function reconnectAfterFailure(target: Connectable): void {
  const connect = target.waitUntilReady.bind(target)
  target.waitUntilReady = async () => {
    try {
      return await connect()
    } catch (error) {
      target.readyPromise = undefined
      throw error
    }
  }
}
