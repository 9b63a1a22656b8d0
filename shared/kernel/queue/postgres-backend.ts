import { createPostgresBackend } from 'bullmq'
import { isDeadlock } from '../db/is-deadlock.js'

/** What a backend and its connection have in common: the result of their first connection. */
interface Connectable {
  readyPromise?: Promise<unknown> | undefined
  waitUntilReady(): Promise<unknown>
}

interface Backend extends Connectable {
  connection: Connectable
  closing: unknown
  workerName: string | undefined
  query(text: string, params?: unknown[]): Promise<unknown>
  moveToActive(token: string, workerName?: string): Promise<unknown[]>
  moveToCompleted: FinishJob
  moveToFailed: FinishJob
}

/** Stores the outcome of a job. With `claimNext`, the result is the next job. */
type FinishJob = (...args: FinishArguments) => Promise<Finished>
type FinishArguments = [job: unknown, outcome: unknown, retention: unknown, token: string, claimNext: boolean, ...rest: unknown[]]

interface Finished {
  result: unknown[] | undefined
  finishedOn: number
}

/**
 * Seconds after which a worker without jobs looks for some although it was not notified. The library trusts its connection for an hour, but
 * the loss of one that a network dropped silently is noticed late.
 */
export const maxBlockSeconds = 10

/** A statement that still deadlocks after this many attempts fails. */
const maxDeadlocks = 5

/**
 * The PostgreSQL backend of BullMQ without two defects of version 6.7.0: a queue that is first used while the database is away keeps the
 * error of that connection, and fails until the process ends; and workers of a queue deadlock. Should a statement deadlock nevertheless, it
 * is repeated and the error is passed to `onError`. Without a repetition, a job that was done would count as failed.
 */
export function postgresBackend(onError: (error: Error) => void): typeof createPostgresBackend {
  return (...args) => {
    const created = createPostgresBackend(...args)
    const backend = created as unknown as Backend
    Object.defineProperty(backend, 'maximumBlockTimeout', { value: maxBlockSeconds })
    reconnectAfterFailure(backend.connection)
    reconnectAfterFailure(backend)
    repeatAfterDeadlock(backend, onError)
    backend.moveToCompleted = claimInSeparateStatement(backend, backend.moveToCompleted, onError)
    backend.moveToFailed = claimInSeparateStatement(backend, backend.moveToFailed, onError)
    return created
  }
}

/**
 * The statement that finishes a job and claims the next one deletes the oldest finished jobs, then promotes delayed jobs. Two of them wait
 * for each other if one deletes what the other wants to delete, and the other promotes what the first has just finished.
 */
function claimInSeparateStatement(backend: Backend, finish: FinishJob, onError: (error: Error) => void): FinishJob {
  return async (...args) => {
    const [job, outcome, retention, token, claimNext, ...rest] = args
    const finished = await finish.call(backend, job, outcome, retention, token, false, ...rest)
    if (!claimNext || backend.closing) return finished
    try {
      return { ...finished, result: await backend.moveToActive(token, backend.workerName) }
    } catch (error) {
      // Without a result, the worker claims by itself. An error would make it finish the job again.
      onError(error as Error)
      return finished
    }
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
