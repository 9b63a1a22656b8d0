import { tooManyHeavyQueries } from './errors.js'

export interface SchedulerLimits {
  /** Concurrent tasks in total. */
  maxConcurrent: number
  /** Concurrent tasks of one key, so that a single key cannot take all slots. */
  maxPerKey: number
  /** How long a task may wait for a slot before it is refused. */
  timeoutMs: number
}

interface WaitingTask {
  key: string
  start(): void
}

/**
 * Limits concurrency with fair scheduling: a free slot goes to the waiting key with the fewest running tasks, in the order of arrival among
 * equals. A task that waits too long throws `rate_limit_exceeded`.
 */
export function fairScheduler({
  maxConcurrent,
  maxPerKey,
  timeoutMs,
}: SchedulerLimits): <Result>(key: string, task: () => Promise<Result>) => Promise<Result> {
  const runningByKey = new Map<string, number>()
  const waiting = new Set<WaitingTask>()
  let running = 0
  const runningOf = (key: string) => runningByKey.get(key) ?? 0
  const hasSlot = (key: string) => running < maxConcurrent && runningOf(key) < maxPerKey

  function begin(key: string): void {
    running++
    runningByKey.set(key, runningOf(key) + 1)
  }

  function end(key: string): void {
    running--
    if (runningOf(key) > 1) runningByKey.set(key, runningOf(key) - 1)
    else runningByKey.delete(key)
    const [next] = [...waiting].filter((task) => hasSlot(task.key)).sort((a, b) => runningOf(a.key) - runningOf(b.key))
    if (!next) return
    waiting.delete(next)
    begin(next.key)
    next.start()
  }

  const waitForSlot = (key: string) =>
    new Promise<void>((resolve, reject) => {
      const task: WaitingTask = { key, start: () => (clearTimeout(timeout), resolve()) }
      const timeout = setTimeout(() => (waiting.delete(task), reject(tooManyHeavyQueries())), timeoutMs)
      waiting.add(task)
    })

  return async (key, task) => {
    if (hasSlot(key)) begin(key)
    else await waitForSlot(key)
    try {
      return await task()
    } finally {
      end(key)
    }
  }
}
