import { checkDelaysMs, maxCheckedMs, retryDelaysMs } from '../limits.js'

/** When an order is repeated after so many tries. */
export const nextTryAt = (tries: number, now: Date) => new Date(now.getTime() + delayAfter(retryDelaysMs, tries))

/** When an accepted transfer is polled again; null once it is too old. */
export const nextCheckAt = (tries: number, createdAt: Date, now: Date) =>
  now.getTime() - createdAt.getTime() > maxCheckedMs ? null : new Date(now.getTime() + delayAfter(checkDelaysMs, tries))

const delayAfter = (delays: readonly number[], tries: number) => delays[Math.min(Math.max(tries, 1), delays.length) - 1] as number
