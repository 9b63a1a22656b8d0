/**
 * Combines concurrent calls. Calls with the same key that arrive while one runs share the next run, which begins after all of them arrived:
 * no caller gets a result that is older than its call. There is no timer; the number of calls per run grows with the load.
 */
export interface Coalesced<Result> {
  result: Result
  /** Position of this call among the calls of its run, from 0. */
  index: number
}

interface Run<Result> {
  callers: number
  hasBegun: boolean
  result: Promise<Result>
}

/** `run` gets the number of calls that it serves. Runs of the same key never overlap. */
export function coalescer<Result>(): (key: string, run: (callers: number) => Promise<Result>) => Promise<Coalesced<Result>> {
  const lastRuns = new Map<string, Run<Result>>()
  return async (key, run) => {
    const last = lastRuns.get(key)
    const joined = last && !last.hasBegun ? last : begin(key, run, last)
    const index = joined.callers++
    return { result: await joined.result, index }
  }

  function begin(key: string, run: (callers: number) => Promise<Result>, last: Run<Result> | undefined): Run<Result> {
    // The first run includes the calls of this turn of the event loop, from all readable sockets.
    const start = last ? last.result.catch(() => undefined) : new Promise((resolve) => setImmediate(resolve))
    const next: Run<Result> = {
      callers: 0,
      hasBegun: false,
      result: start.then(() => {
        next.hasBegun = true
        return run(next.callers)
      }),
    }
    lastRuns.set(key, next)
    const end = () => void (lastRuns.get(key) === next && lastRuns.delete(key))
    next.result.then(end, end)
    return next
  }
}
