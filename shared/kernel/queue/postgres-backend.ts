import { createPostgresBackend } from 'bullmq'

/** What a backend and its connection have in common: the result of their first connection. */
interface Connectable {
  readyPromise?: Promise<unknown> | undefined
  waitUntilReady(): Promise<unknown>
}

/**
 * The PostgreSQL backend of BullMQ, which connects again after a failure. As of version 6.7.0, a queue that is first used while the
 * database is away keeps the error of that connection, and fails until the process ends.
 */
export const postgresBackend: typeof createPostgresBackend = (...args) => {
  const backend = createPostgresBackend(...args)
  reconnectAfterFailure((backend as unknown as { connection: Connectable }).connection)
  reconnectAfterFailure(backend as unknown as Connectable)
  return backend
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
