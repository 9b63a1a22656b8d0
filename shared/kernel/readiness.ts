/** Readiness of this process. */
import type { Resources } from './resources.js'
import { seconds } from './time.js'
import { withTimeout } from './with-timeout.js'

export interface Readiness {
  ready: boolean
  /** `ok` or `unreachable`. */
  parts: { database: string; queue: string }
}

/** Probes the database and the queue. A part that does not answer within the timeout is unreachable. */
export async function readiness({ database, queues }: Pick<Resources, 'database' | 'queues'>, timeoutMs = seconds(2)): Promise<Readiness> {
  const [databaseState, queueState] = await Promise.all([
    probe(database.pool.query('select 1'), timeoutMs),
    probe(queues.ping(), timeoutMs),
  ])
  return { ready: databaseState === 'ok' && queueState === 'ok', parts: { database: databaseState, queue: queueState } }
}

const probe = (check: Promise<unknown>, timeoutMs: number): Promise<string> =>
  withTimeout(check, timeoutMs).then(
    () => 'ok',
    () => 'unreachable',
  )
