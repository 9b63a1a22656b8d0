/** The event depends on another that has not arrived yet; the queue retries the delivery. */
export class DependencyPendingError extends Error {
  override name = 'DependencyPendingError'
}
