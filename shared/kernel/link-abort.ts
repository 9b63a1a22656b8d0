/**
 * Aborts `controller` together with `signal` until the returned function is called. `AbortSignal.any` would leave garbage for each of
 * thousands of requests and jobs.
 */
export function linkAbort(controller: AbortController, signal: AbortSignal | undefined): () => void {
  if (!signal) return () => undefined
  const abort = () => controller.abort(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return () => signal.removeEventListener('abort', abort)
}
