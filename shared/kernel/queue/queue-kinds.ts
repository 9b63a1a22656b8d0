/** The queues, grouped by cost and not by domain. */
export interface QueueKind {
  /** Concurrent jobs per process. */
  concurrency: number
  description: string
}

export const queueKinds = {
  clicks: { concurrency: 32, description: 'Click batches: small and constant; concurrent ones are merged into one transaction' },
  events: { concurrency: 8, description: 'Short reactions to events' },
  bulk: { concurrency: 2, description: 'Database-heavy work over many rows' },
  imports: { concurrency: 2, description: 'Reads from other services, bound by their rate limits' },
  exports: { concurrency: 2, description: 'Long-running streaming exports' },
  webhooks: { concurrency: 16, description: 'Incoming webhooks, with their own retry schedule' },
  deliveries: {
    concurrency: 1000,
    description: 'Outgoing webhooks: one job per webhook with due deliveries, each waiting for one receiver',
  },
  emails: { concurrency: 8, description: 'Emails of campaigns: any number at a time, bound by the mail server' },
  money: { concurrency: 2, description: 'Earnings: each partner in order, partners side by side' },
  housekeeping: { concurrency: 2, description: 'Scheduled maintenance that may be delayed' },
} satisfies Record<string, QueueKind>

export type QueueName = keyof typeof queueKinds
export const queueNames = Object.keys(queueKinds) as QueueName[]
export const isQueueName = (text: string): text is QueueName => Object.hasOwn(queueKinds, text)
