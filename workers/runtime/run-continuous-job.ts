/** Runs continuous jobs: for the lifetime of the process, restarted after failures. */
import { setTimeout as pause } from 'node:timers/promises'
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import { seconds } from '../../shared/kernel/time.js'
import type { ContinuousJob } from '../job.js'
import type { Runtime } from './run-job.js'

/** Starts the job. The returned function stops it and waits for its end. */
export function runContinuousJob(
  { resources, log }: Pick<Runtime, 'resources' | 'log'>,
  { name, run }: ContinuousJob,
): () => Promise<void> {
  const stop = new AbortController()
  const finished = (async () => {
    while (!stop.signal.aborted) {
      const scope = extendScope(openScope({ resources, log: log.child({ job: name }), requestId: name }), {
        jobName: name,
        queues: resources.queues,
      })
      try {
        await run({ scope, stop: stop.signal })
      } catch (error) {
        scope.log.error({ err: error }, 'continuous job failed, restarting')
        await pause(seconds(1), undefined, { signal: stop.signal }).catch(() => undefined) // stopped during the pause
      }
    }
  })()
  return async () => {
    stop.abort()
    await finished
  }
}
