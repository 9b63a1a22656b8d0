/** The parts of a time series. Pure. */

interface Part {
  start: string
}

/** Milliseconds between the first two parts; 0 if there are fewer. */
export const gapOf = ([first, second]: Part[]) => (first && second ? new Date(second.start).getTime() - new Date(first.start).getTime() : 0)

/** The last hour, and the only part. A day may have 23 hours. */
export const isHourly = (gapMs: number) => gapMs < 80_000_000

/** Names a part by its day, or by its hour if it is that short, in the time zone of the series. */
export const partFormat = (parts: Part[], timezone: string | undefined) => (time: Date) =>
  time.toLocaleString(undefined, {
    timeZone: timezone,
    dateStyle: 'medium',
    ...(isHourly(gapOf(parts)) ? { timeStyle: 'short' as const } : {}),
  })
