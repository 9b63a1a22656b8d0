/** Readiness of this process. */
import type { Resources } from './resources.js'
import { seconds } from './time.js'

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

async function probe(check: Promise<unknown>, timeoutMs: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), timeoutMs)
  })
  return Promise.race([check, timeout])
    .then(
      () => 'ok',
      () => 'unreachable',
    )
    .finally(() => clearTimeout(timer))
}
