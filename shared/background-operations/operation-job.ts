import { contract, type JobContract } from '../kernel/queue/contract.js'
import type { QueueName } from '../kernel/queue/queue-kinds.js'
import { backgroundOperationPayload } from './payload.schema.js'

/**
 * Declares the job that processes the operations of a type. Each operation has one job at a time: while it waits, further ones are ignored,
 * and while it runs, one more follows it.
 */
export const operationJob = (name: string, queue: QueueName): JobContract<{ operationId: string }> =>
  contract({ name, queue, payload: backgroundOperationPayload, attempts: 10, deduplicationKey: ({ operationId }) => operationId })
