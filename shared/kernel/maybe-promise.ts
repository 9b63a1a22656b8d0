/**
 * A value, or a promise of it. Used on hot paths that rarely need to wait: every `await` costs a turn of the microtask queue, and more
 * while async hooks are active.
 */
export type MaybePromise<Value> = Value | Promise<Value>

/**
 * Calls `next` synchronously with a value, or after a promise resolves. `subject` is what else `next` needs: a closure that holds it would
 * be created on each call.
 */
export function thenMaybe<Value, Subject, Result>(
  value: MaybePromise<Value>,
  subject: Subject,
  next: (value: Value, subject: Subject) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? thenCall(value, subject, next) : next(value, subject)
}

// A function of its own: its closure makes V8 allocate the parameters on each call.
const thenCall = <Value, Subject, Result>(
  promise: Promise<Value>,
  subject: Subject,
  next: (value: Value, subject: Subject) => MaybePromise<Result>,
): Promise<Result> => promise.then((value) => next(value, subject))
