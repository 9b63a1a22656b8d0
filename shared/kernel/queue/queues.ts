/** Queues over BullMQ. No other module knows whether Redis or PostgreSQL serves them. */
import { setMaxListeners } from 'node:events'
import { createPostgresBackend, Queue, Worker, type Processor, type WorkerOptions } from 'bullmq'
import { type Config, requireDatabaseUrl } from '../config.js'
import { openPool } from '../db/pool.js'
import { connectRedis, failFast } from '../store/connect-redis.js'
import { minutes, seconds } from '../time.js'
import type { JobContract } from './contract.js'
import { openJobWaker } from './enqueue-unique.js'
import { maxBlockSeconds, postgresBackend } from './postgres-backend.js'
import { queueKinds, queueNames, type QueueName } from './queue-kinds.js'
import { redisStream, type Stream } from './redis-stream.js'

/** Producers and consumers of all queues over one backend. */
export interface Queues {
  readonly backend: 'redis' | 'postgres'
  queue(name: QueueName): Queue
  /** Starts a job that finds its work itself soon, without making the caller wait. At most one request is in flight per job. */
  wake(contract: JobContract<null>): void
  worker(name: QueueName, processor: Processor, options?: Partial<WorkerOptions>): Worker
  /** A stream for messages too frequent to be jobs. Null with PostgreSQL, where a table is used instead. */
  stream(name: QueueName): Stream | null
  /** Rejects when the backend does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface QueuesOptions {
  /** Whether the process runs workers, each of which needs a listening connection. */
  consumes: boolean
  /** Called for connection errors and deadlocks, which are retried. */
  onError(error: Error): void
}

// One hash tag per queue: a Redis cluster may spread queues over nodes but keeps the keys of one queue together.
const keyPrefix = (prefix: string, name: QueueName) => `{${prefix}-${name}}`
const retention = { removeOnComplete: { age: minutes(60) / 1000, count: 200 }, removeOnFail: { age: 14 * 24 * 3600, count: 10_000 } }

/** After which a silent connection is replaced. Longer than ten seconds, for which a consumer without jobs waits for an answer. */
const consumerTimeoutMs = seconds(12)

/** Opens the configured backend. Throws `ConfigError` when Redis is configured and does not answer. */
export async function openQueues(config: Config, options: QueuesOptions): Promise<Queues> {
  return config.redisUrl ? redisQueues(config.redisUrl, config.redisPrefix, options) : postgresQueues(requireDatabaseUrl(config), options)
}

async function redisQueues(url: string, prefix: string, { onError }: QueuesOptions): Promise<Queues> {
  const openQueues = new Map<string, Queue>()
  const workers: Worker[] = []
  // A producer fails at once while Redis is unavailable, so that its caller can spool or return an error. A consumer waits for Redis.
  const producer = await connectRedis(url, failFast, onError)
  const consumer = await connectRedis(url, { maxRetriesPerRequest: null, socketTimeout: consumerTimeoutMs }, onError)
  setMaxListeners(0, producer, consumer)
  const queue = (name: QueueName) =>
    getOrCreate(openQueues, name, () =>
      withErrorHandler(
        new Queue(name, { connection: producer, prefix: keyPrefix(prefix, name), defaultJobOptions: retention, skipWaitingForReady: true }),
        onError,
      ),
    )
  const waker = openJobWaker({ queue }, onError)
  return {
    backend: 'redis',
    queue,
    wake: waker.wake,
    worker(name, processor, overrides = {}) {
      const worker = withErrorHandler(
        new Worker(name, processor, {
          connection: consumer,
          prefix: keyPrefix(prefix, name),
          concurrency: queueKinds[name].concurrency,
          ...overrides,
        }),
        onError,
      )
      workers.push(worker)
      return worker
    },
    stream: (name) => redisStream(producer, `${keyPrefix(prefix, name)}:stream`),
    async ping() {
      if ((await producer.ping()) !== 'PONG') throw new Error('Redis did not answer')
    },
    async close() {
      await waker.close()
      await Promise.all(workers.map((one) => one.close()))
      await Promise.all([...openQueues.values()].map((one) => one.close()))
      producer.disconnect()
      consumer.disconnect()
    },
  }
}

function postgresQueues(url: string, { consumes, onError }: QueuesOptions): Queues {
  const openQueues = new Map<string, Queue>()
  const workers: Worker[] = []
  // The library's tables live in their own schema. Every consumer holds one connection for LISTEN; the others run queries.
  const pool = openPool({ connectionString: url, options: '-c search_path=bullmq', max: consumes ? queueNames.length + 6 : 4 }, onError)
  setMaxListeners(0, pool)
  const backend = postgresBackend(onError)
  const shared = { connection: pool as never, skipVersionCheck: true }
  const queue = (name: QueueName) =>
    getOrCreate(openQueues, name, () =>
      withErrorHandler(new Queue(name, { ...shared, defaultJobOptions: retention }, backend as never), onError),
    )
  const waker = openJobWaker({ queue }, onError)
  return {
    backend: 'postgres',
    queue,
    wake: waker.wake,
    worker(name, processor, overrides = {}) {
      const worker = withErrorHandler(
        new Worker(
          name,
          processor,
          { ...shared, concurrency: queueKinds[name].concurrency, drainDelay: maxBlockSeconds, ...overrides },
          backend as never,
        ),
        onError,
      )
      workers.push(worker)
      return worker
    },
    stream: () => null,
    async ping() {
      await pool.query('select 1')
    },
    async close() {
      await waker.close()
      await Promise.all(workers.map((one) => one.close()))
      await Promise.all([...openQueues.values()].map((one) => one.close()))
      await pool.end()
    },
  }
}

/** Creates or updates the tables of the PostgreSQL queue backend. Must run before any process uses the queues. */
export async function migrateQueues(databaseUrl: string): Promise<void> {
  const queue = new Queue('housekeeping', { connection: { connectionString: databaseUrl, max: 2, migrate: true } }, createPostgresBackend)
  try {
    await queue.waitUntilReady()
  } finally {
    await queue.close()
  }
}

function getOrCreate(openQueues: Map<string, Queue>, name: string, create: () => Queue): Queue {
  const queue = openQueues.get(name) ?? create()
  openQueues.set(name, queue)
  return queue
}

// An error event without a listener would end the process.
function withErrorHandler<Emitter extends Queue | Worker>(emitter: Emitter, onError: (error: Error) => void): Emitter {
  ;(emitter as Queue).on('error', onError)
  return emitter
}
