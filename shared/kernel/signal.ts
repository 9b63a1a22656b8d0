/** Wakes a waiting task. A notification without a waiter is kept for the next `wait`. */
export interface Signal {
  notify(): void
  /** Resolves at the next notification, or after the timeout. */
  wait(timeoutMs: number): Promise<void>
}

export function newSignal(): Signal {
  let [wake, isNotified] = [() => {}, false]
  return {
    notify() {
      isNotified = true
      wake()
    },
    async wait(timeoutMs) {
      let timer: NodeJS.Timeout | undefined
      if (!isNotified) await new Promise<void>((resolve) => ((wake = resolve), (timer = setTimeout(resolve, timeoutMs))))
      clearTimeout(timer)
      isNotified = false
    },
  }
}
