import { linkAbort } from '../../shared/kernel/link-abort.js'
import { withTimeout } from '../../shared/kernel/with-timeout.js'

export class TimeLimitExceeded extends Error {}

/**
 * Settles like `work`, or rejects with `TimeLimitExceeded` after `timeoutMs`. Then, and when `stop` is aborted, the signal that the work
 * got is aborted: the queue may run the job again while the work of this attempt goes on.
 */
export async function withinTimeLimit<Result>(
  work: (stop: AbortSignal) => Promise<Result>,
  timeoutMs: number,
  stop: AbortSignal,
): Promise<Result> {
  const end = new AbortController()
  const unlink = linkAbort(end, stop)
  const exceed = () => {
    const error = new TimeLimitExceeded(`timed out after ${timeoutMs} ms`)
    end.abort(error)
    return error
  }
  try {
    return await withTimeout(work(end.signal), timeoutMs, exceed)
  } finally {
    unlink()
  }
}
