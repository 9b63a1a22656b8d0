import type { Resources } from './resources.js'
/** Whether this process could do its work now. */
import { seconds } from './time.js'

export interface Readiness {
  ready: boolean
  /** `ok`, or what went wrong, for every part. */
  parts: { database: string; queue: string }
}

/** Asks the database and the queue; a part that does not answer in time counts as away. */
export async function readiness({ database, queues }: Pick<Resources, 'database' | 'queues'>, within = seconds(2)): Promise<Readiness> {
  const [fromDatabase, fromQueue] = await Promise.all([answers(database.pool.query('select 1'), within), answers(queues.ping(), within)])
  return { ready: fromDatabase === 'ok' && fromQueue === 'ok', parts: { database: fromDatabase, queue: fromQueue } }
}

async function answers(question: Promise<unknown>, within: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), within)
  })
  return Promise.race([question, late])
    .then(
      () => 'ok',
      () => 'unreachable',
    )
    .finally(() => clearTimeout(timer))
}
