/** What can be queued and what can happen: contracts that producers and consumers share. Both live in a domain's `jobs.ts` and `events.ts`. */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { QueueName } from './queue-kinds.js'

export interface Backoff {
  type: 'exponential' | 'fixed'
  /** Milliseconds. */
  delay: number
  jitter: number
}

export interface JobContract<Payload = unknown> {
  kind: 'job'
  name: string
  queue: QueueName
  payload: z.ZodType<Payload>
  attempts: number
  backoff: Backoff
  /** While a job with the same text waits or runs, a further one is ignored. */
  once?(payload: Payload): string
}

export interface EventContract<Payload = unknown> {
  kind: 'event'
  name: string
  payload: z.ZodType<Payload>
}

/** Declares a job. Five attempts with exponential delay unless said otherwise. */
export function contract<Payload>(
  row: Omit<JobContract<Payload>, 'kind' | 'attempts' | 'backoff'> & Partial<Pick<JobContract<Payload>, 'attempts' | 'backoff'>>,
): JobContract<Payload> {
  return { kind: 'job', attempts: 5, backoff: exponential(2000), ...row }
}

/** Declares an event: past tense, dotted (`link.created`). */
export function event<Payload>(row: Omit<EventContract<Payload>, 'kind'>): EventContract<Payload> {
  return { kind: 'event', ...row }
}

/** Delay doubled at every attempt, with a random part so that failures don't return in step. */
export const exponential = (delay: number): Backoff => ({ type: 'exponential', delay, jitter: 0.3 })

/** A short text that stands for a value; equal values give equal texts. */
export const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 27)
