/**
 * Settles like `work`, or rejects with `createError()` when `work` takes longer than `timeoutMs`. The work itself is not cancelled. A
 * process that was blocked reads the results that have already arrived before the timeout counts.
 */
export function withTimeout<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  createError: () => Error = () => new Error(`timed out after ${timeoutMs} ms`),
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(createError())), timeoutMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
