/** Standing work: runs as long as the process, and again when it fails. */
import { setTimeout as pause } from 'node:timers/promises'
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import { seconds } from '../../shared/kernel/time.js'
import type { StandingJob } from '../job.js'
import type { Runtime } from './run-job.js'

/** Answers with a way to end it, which waits until it has ended. */
export function stand({ resources, log }: Pick<Runtime, 'resources' | 'log'>, { name, run }: StandingJob): () => Promise<void> {
  const stop = new AbortController()
  const ended = (async () => {
    while (!stop.signal.aborted) {
      const scope = extendScope(openScope({ resources, log: log.child({ job: name }), requestId: name }), {
        jobName: name,
        queues: resources.queues,
      })
      try {
        await run({ scope, stop: stop.signal })
      } catch (error) {
        scope.log.error({ err: error }, 'standing work failed and begins anew')
        await pause(seconds(1), undefined, { signal: stop.signal }).catch(() => undefined) // told to stop while it waits
      }
    }
  })()
  return async () => {
    stop.abort()
    await ended
  }
}
