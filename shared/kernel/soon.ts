/**
 * A value that is usually there already, or else a promise of it. For paths on which nearly nothing has to be waited for: every `await`
 * costs a turn of the queue, and a promise more when something in the process follows promises.
 */
export type Soon<Value> = Value | Promise<Value>

/** Goes on at once with a value that is there, later with one that is promised. */
export function whenHere<Value, Result>(value: Soon<Value>, next: (value: Value) => Soon<Result>): Soon<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
