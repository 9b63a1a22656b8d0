/**
 * Shared short-lived state: a fast key-value store with expiry and publish/subscribe across all processes. Lifetimes are milliseconds. The
 * Redis and PostgreSQL adapters pass the same contract tests.
 */
export interface ShortLivedStore {
  /** The value, or null when it is absent or has expired. */
  get(key: string): Promise<string | null>
  /** Values in the order of the keys. */
  getMany(keys: string[]): Promise<(string | null)[]>
  set(key: string, value: string, lifetime: number): Promise<void>
  setMany(entries: [key: string, value: string][], lifetime: number): Promise<void>
  /** Sets the value if the key is absent or expired. Returns null when it was set, otherwise the existing value. */
  setIfAbsent(key: string, value: string, lifetime: number): Promise<string | null>
  delete(...keys: string[]): Promise<void>
  /** Adds to a counter and returns its new value. The lifetime starts with the first increment and is not extended. */
  increment(key: string, by: number, lifetime: number): Promise<number>
  /**
   * Delivers a message to the subscribers of this process before it returns, and at most once to every subscribed process, so subscribers
   * of this process receive it twice. Messages are shorter than 4,000 bytes.
   */
  publish(channel: string, message: string): Promise<void>
  /**
   * Resolves once subscribed, with a function that unsubscribes. After a lost connection `onGap` is called, because messages may have been
   * missed.
   */
  subscribe(channel: string, onMessage: (message: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}
