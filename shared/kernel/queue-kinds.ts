/** The queues, cut by cost and not by domain. */
export interface QueueKind {
  /** Jobs that one process runs at a time. */
  concurrency: number
  meaning: string
}

export const queueKinds = {
  clicks: { concurrency: 32, meaning: 'Click batches: tiny, constant; many at once are merged into one transaction' },
  events: { concurrency: 8, meaning: 'Short reactions to something that happened' },
  bulk: { concurrency: 2, meaning: 'Database-heavy work over many rows' },
  imports: { concurrency: 2, meaning: "Long pulls from other services, at their rate limits' mercy; no job yet" },
  exports: { concurrency: 2, meaning: 'Long, streaming reads' },
  webhooks: { concurrency: 16, meaning: 'Calls from and to the outside, on their own timetable' },
  money: { concurrency: 1, meaning: 'Earnings, one at a time; no job yet' },
  housekeeping: { concurrency: 2, meaning: 'Scheduled work that may wait' },
} satisfies Record<string, QueueKind>

export type QueueName = keyof typeof queueKinds
export const queueNames = Object.keys(queueKinds) as QueueName[]
export const isQueueName = (text: string): text is QueueName => Object.hasOwn(queueKinds, text)
