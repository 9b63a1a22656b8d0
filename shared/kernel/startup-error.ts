/** A startup failure that the operator can fix. Its message is a complete sentence, printed without a stack trace. */
export class StartupError extends Error {
  override name = 'StartupError'
}
