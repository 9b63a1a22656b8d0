/** Contracts of jobs and events, shared by producers and consumers. A domain declares them in its `jobs.ts` and `events.ts`. */
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
  /** While a job with the same key waits or runs, further ones are ignored. */
  deduplicationKey?(payload: Payload): string
}

export interface EventContract<Payload = unknown> {
  kind: 'event'
  name: string
  payload: z.ZodType<Payload>
}

/** Declares a job. Defaults to five attempts with exponential backoff. */
export function contract<Payload>(
  row: Omit<JobContract<Payload>, 'kind' | 'attempts' | 'backoff'> & Partial<Pick<JobContract<Payload>, 'attempts' | 'backoff'>>,
): JobContract<Payload> {
  return { kind: 'job', attempts: 5, backoff: exponential(2000), ...row }
}

/** Names of the events that this version of the program declares. */
export const eventNames = new Set<string>()

/** Declares an event. Its name is dotted and in the past tense (`link.created`). */
export function event<Payload>(row: Omit<EventContract<Payload>, 'kind'>): EventContract<Payload> {
  eventNames.add(row.name)
  return { kind: 'event', ...row }
}

/** Doubles the delay at every attempt, with jitter so that failed jobs do not retry in lockstep. */
export const exponential = (delay: number): Backoff => ({ type: 'exponential', delay, jitter: 0.3 })

/** Attempts of a job that sends an email, over about six hours: a mail server may be away for some time. */
export const emailAttempts = { attempts: 12, backoff: exponential(10_000) }
