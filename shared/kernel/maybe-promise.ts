/**
 * A value, or a promise of it. Used on hot paths that rarely need to wait: every `await` costs a turn of the microtask queue, and more
 * while async hooks are active.
 */
export type MaybePromise<Value> = Value | Promise<Value>

/** Calls `next` synchronously with a value, or after a promise resolves. */
export function thenMaybe<Value, Result>(value: MaybePromise<Value>, next: (value: Value) => MaybePromise<Result>): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
