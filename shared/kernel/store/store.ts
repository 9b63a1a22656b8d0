/** The port for short-lived state: fast, shared by all processes, allowed to expire. Two adapters pass one contract suite. */
export interface ShortLivedStore {
  /** The value, or null when it is absent or has expired. */
  get(key: string): Promise<string | null>
  /** Values in the order of the keys. */
  getMany(keys: string[]): Promise<(string | null)[]>
  set(key: string, value: string, lifetime: number): Promise<void>
  setMany(entries: [key: string, value: string][], lifetime: number): Promise<void>
  /** Sets the value where none is alive. Answers null when it was set, otherwise the value that stays. */
  setIfAbsent(key: string, value: string, lifetime: number): Promise<string | null>
  delete(...keys: string[]): Promise<void>
  /** Adds to a counter and answers its new value. The lifetime starts with the first increment and is not extended. */
  increment(key: string, by: number, lifetime: number): Promise<number>
  /**
   * Delivered to the listeners of this process before it returns, and at most once to every process that listens now: so this one hears it
   * a second time. Messages are short texts (under 4,000 bytes).
   */
  publish(channel: string, message: string): Promise<void>
  /** Answers once listening; the answer stops it. After a lost connection `onGap` is called: messages may have been missed. */
  subscribe(channel: string, onMessage: (message: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}
