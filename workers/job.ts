/** Job definitions as data. Queues, retries, schedules, worker registration and the list of jobs are derived from these rows. */
import type { EventContract, JobContract } from '../shared/kernel/queue/contract.js'
import type { QueueName } from '../shared/kernel/queue/queue-kinds.js'
import type { JobScope, Scope } from '../shared/kernel/scope.js'

interface JobOptions {
  /** After this time an attempt counts as failed. */
  timeoutMs: number
  /** Called after the last attempt has failed, again if the process ends meanwhile. */
  onFailed?(input: { scope: JobScope; payload: unknown; error: Error }): Promise<void>
  /** True for jobs that open their own transactions. Otherwise `run` is executed in one transaction. */
  ownTransaction?: boolean
}

/** Starts a job soon after there is work for it, at the price of one query per period and process. */
export interface Poll {
  /** Period in milliseconds. */
  every: number
  hasWork(scope: Pick<Scope, 'pool' | 'now'>): Promise<boolean>
}

/** What every job gets. */
interface JobInput {
  scope: JobScope
  /** Aborted when the process stops: a job that runs long then ends at once; what it leaves is found by its next run. */
  stop: AbortSignal
}

/** Handles a contract that producers enqueue. */
export interface QueuedJob extends JobOptions {
  kind: 'queued'
  contract: JobContract
  /** Also runs with this period in milliseconds, with the payload null. */
  every?: number
  /** Also runs when this finds work, with the payload null. */
  poll?: Poll
  run(input: JobInput & { payload: unknown }): Promise<unknown>
}

/** Runs on a schedule. The default time zone is UTC. */
export interface ScheduledJob extends JobOptions {
  kind: 'scheduled'
  name: string
  queue: QueueName
  /** Either a period in milliseconds or a cron expression. */
  every?: number
  cron?: string
  tz?: string
  /** Also runs when this finds work. */
  poll?: Poll
  run(input: JobInput): Promise<unknown>
}

/** Runs once for every event of the contract. Each subscription has its own retries. */
export interface Subscription extends JobOptions {
  kind: 'subscription'
  on: EventContract
  name: string
  queue: QueueName
  run(input: JobInput & { payload: unknown }): Promise<unknown>
}

export type JobRow = QueuedJob | ScheduledJob | Subscription

type PayloadOf<Contract> = Contract extends JobContract<infer P> ? P : Contract extends EventContract<infer P> ? P : never

export function job<C extends JobContract>(
  row: Omit<QueuedJob, 'kind' | 'contract' | 'run'> & {
    contract: C
    run(input: JobInput & { payload: PayloadOf<C> }): Promise<unknown>
  },
): JobRow
export function job<C extends EventContract>(
  row: Omit<Subscription, 'kind' | 'on' | 'run'> & { on: C; run(input: JobInput & { payload: PayloadOf<C> }): Promise<unknown> },
): JobRow
export function job(row: Omit<ScheduledJob, 'kind'>): JobRow
export function job(row: object): JobRow {
  const kind = 'contract' in row ? 'queued' : 'on' in row ? 'subscription' : 'scheduled'
  return { kind, ...row } as JobRow
}
