/** Enqueues jobs without the outbox, for work that is stored elsewhere and found by the job itself. */
import type { JobsOptions } from 'bullmq'
import { seconds } from '../time.js'
import type { JobContract } from './contract.js'
import type { Queues } from './queues.js'

/** What enqueueing needs of a contract. */
type Enqueueable<Payload> = Pick<JobContract<Payload>, 'name' | 'queue' | 'attempts' | 'backoff' | 'deduplicationKey'>

/**
 * Enqueues a job per payload unless one with the same deduplication key waits. If one is active, another follows it, because the active one
 * may already have looked for work.
 */
export async function enqueueUnique<Payload>(
  queues: Pick<Queues, 'queue'>,
  contract: Enqueueable<Payload>,
  payloads: readonly Payload[],
): Promise<void> {
  await queues
    .queue(contract.queue)
    .addBulk(
      payloads.map((payload) => ({ name: contract.name, data: { payload, workspaceId: null }, opts: uniqueOptions(contract, payload) })),
    )
}

const uniqueOptions = <Payload>(contract: Enqueueable<Payload>, payload: Payload): JobsOptions => ({
  attempts: contract.attempts,
  backoff: contract.backoff,
  deduplication: { id: deduplicationId(contract, payload) ?? contract.name, keepLastIfActive: true },
})

export function deduplicationId<Payload>(contract: Enqueueable<Payload>, payload: Payload): string | undefined {
  const key = contract.deduplicationKey?.(payload)
  return key ? `${contract.name}-${key}` : undefined
}

/** Enqueues jobs without payload soon, and never makes the caller wait. */
export interface JobWaker {
  wake(contract: JobContract<null>): void
  /** Waits for requests in flight. */
  close(): Promise<void>
}

/** Minimum time between two requests of a process for the same job. */
const wakeIntervalMs = seconds(0.1)

/** Failures are passed to `onError` only: the jobs also run on a schedule. */
export function openJobWaker(queues: Pick<Queues, 'queue'>, onError: (error: Error) => void): JobWaker {
  const states = new Map<string, { isRequested: boolean; running: Promise<void> | null }>()
  let isClosed = false

  async function run(contract: JobContract<null>, state: { isRequested: boolean }): Promise<void> {
    while (state.isRequested && !isClosed) {
      state.isRequested = false
      await enqueueUnique(queues, contract, [null]).catch(onError)
      await new Promise((resolve) => setTimeout(resolve, wakeIntervalMs).unref())
    }
  }

  return {
    wake(contract) {
      let state = states.get(contract.name)
      if (!state) states.set(contract.name, (state = { isRequested: false, running: null }))
      state.isRequested = true
      const current = state
      current.running ??= run(contract, current).finally(() => (current.running = null))
    },
    async close() {
      isClosed = true
      await Promise.all([...states.values()].flatMap(({ running }) => running ?? []))
    },
  }
}
