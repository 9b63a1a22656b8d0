/** A job is data: queue, retry, schedule, worker registration and the operator's list derive from these rows. */
import type { EventContract, JobContract } from '../shared/kernel/contract.js'
import type { QueueName } from '../shared/kernel/queue-kinds.js'
import type { JobScope } from '../shared/kernel/scope.js'

interface Timed {
  /** Milliseconds after which the attempt counts as failed. */
  within: number
  /** Called once when the last attempt has failed. */
  exhausted?(input: { scope: JobScope; payload: unknown; error: Error }): Promise<void>
  /** Opens the transaction by itself (batches, merged work); otherwise one transaction surrounds `run`. */
  ownTransaction?: boolean
}

/** Runs a contract that producers enqueue. */
export interface QueuedJob extends Timed {
  kind: 'queued'
  of: JobContract
  run(input: { scope: JobScope; payload: unknown }): Promise<unknown>
}

/** Runs by the clock. Times are UTC unless `tz` says otherwise. */
export interface ScheduledJob extends Timed {
  kind: 'scheduled'
  name: string
  queue: QueueName
  /** Either a period in milliseconds or a cron text. */
  every?: number
  cron?: string
  tz?: string
  run(input: { scope: JobScope }): Promise<unknown>
}

/** Runs once for every event of the contract, with retries of its own. */
export interface Subscription extends Timed {
  kind: 'subscription'
  on: EventContract
  name: string
  queue: QueueName
  run(input: { scope: JobScope; payload: unknown }): Promise<unknown>
}

/** Runs as long as a process does that serves its queue, in every such process. It is told when to stop, and ends by itself. */
export interface StandingJob {
  name: string
  queue: QueueName
  run(input: { scope: JobScope; stop: AbortSignal }): Promise<void>
}

export const standing = (row: StandingJob): StandingJob => row

export type JobRow = QueuedJob | ScheduledJob | Subscription

type PayloadOf<Contract> = Contract extends JobContract<infer P> ? P : Contract extends EventContract<infer P> ? P : never

export function job<C extends JobContract>(
  row: Omit<QueuedJob, 'kind' | 'of' | 'run'> & { of: C; run(input: { scope: JobScope; payload: PayloadOf<C> }): Promise<unknown> },
): JobRow
export function job<C extends EventContract>(
  row: Omit<Subscription, 'kind' | 'on' | 'run'> & { on: C; run(input: { scope: JobScope; payload: PayloadOf<C> }): Promise<unknown> },
): JobRow
export function job(row: Omit<ScheduledJob, 'kind'>): JobRow
export function job(row: object): JobRow {
  const kind = 'of' in row ? 'queued' : 'on' in row ? 'subscription' : 'scheduled'
  return { kind, ...row } as JobRow
}
