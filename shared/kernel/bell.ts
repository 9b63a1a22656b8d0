/** Wakes who waits. Rings that nobody waits for are heard by the next who does. */
export interface Bell {
  ring(): void
  /** Resolves at the next ring, or after so many milliseconds. */
  rung(patience: number): Promise<void>
}

export function newBell(): Bell {
  let [wake, isRung] = [() => {}, false]
  return {
    ring() {
      isRung = true
      wake()
    },
    async rung(patience) {
      let timer: NodeJS.Timeout | undefined
      if (!isRung) await new Promise<void>((resolve) => ((wake = resolve), (timer = setTimeout(resolve, patience))))
      clearTimeout(timer)
      isRung = false
    },
  }
}
