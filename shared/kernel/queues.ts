/** The one place that knows which backend serves the queues. */
import { setMaxListeners } from 'node:events'
import { createPostgresBackend, Queue, Worker, type Processor, type WorkerOptions } from 'bullmq'
import { type Config, requireDatabaseUrl } from './config.js'
import { openPool } from './plain-pool.js'
import { queueKinds, queueNames, type QueueName } from './queue-kinds.js'
import { redisStream, type Stream } from './redis-stream.js'
import { connectRedis } from './redis.js'
import { minutes } from './time.js'

/** Producers and consumers of the queues over one backend. */
export interface Queues {
  readonly backend: 'redis' | 'postgres'
  queue(name: QueueName): Queue
  worker(name: QueueName, processor: Processor, options?: Partial<WorkerOptions>): Worker
  /** For what comes to a queue too often to be a job each. Null with PostgreSQL, where a table serves. */
  stream(name: QueueName): Stream | null
  /** Resolves when the backend answers; rejects otherwise. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface QueuesOptions {
  /** Consumers need a listening connection each; a process that only adds jobs does not. */
  consumes: boolean
  /** Called for connection errors, which the library retries by itself. */
  onError(error: Error): void
}

// One hash tag a queue, so that a Redis cluster may spread the queues but keeps the keys of one together.
const keyPrefix = (prefix: string, name: QueueName) => `{${prefix}-${name}}`
const kept = { removeOnComplete: { age: minutes(60) / 1000, count: 200 }, removeOnFail: { age: 14 * 24 * 3600, count: 10_000 } }

/** Throws `ConfigError` when Redis is configured and does not answer. */
export async function openQueues(config: Config, options: QueuesOptions): Promise<Queues> {
  return config.redisUrl ? redisQueues(config.redisUrl, config.redisPrefix, options) : postgresQueues(requireDatabaseUrl(config), options)
}

async function redisQueues(url: string, prefix: string, { onError }: QueuesOptions): Promise<Queues> {
  const open = new Map<string, Queue>()
  const workers: Worker[] = []
  // A producer must fail at once when Redis is away (the caller spools or answers an error); a consumer waits for its return.
  const producer = await connectRedis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false }, onError)
  const consumer = await connectRedis(url, { maxRetriesPerRequest: null }, onError)
  setMaxListeners(0, producer, consumer)
  return {
    backend: 'redis',
    queue: (name) =>
      remember(open, name, () =>
        quiet(
          new Queue(name, { connection: producer, prefix: keyPrefix(prefix, name), defaultJobOptions: kept, skipWaitingForReady: true }),
          onError,
        ),
      ),
    worker(name, processor, more = {}) {
      const worker = quiet(
        new Worker(name, processor, {
          connection: consumer,
          prefix: keyPrefix(prefix, name),
          concurrency: queueKinds[name].concurrency,
          ...more,
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
      await Promise.all(workers.map((one) => one.close()))
      await Promise.all([...open.values()].map((one) => one.close()))
      producer.disconnect()
      consumer.disconnect()
    },
  }
}

function postgresQueues(url: string, { consumes, onError }: QueuesOptions): Queues {
  const open = new Map<string, Queue>()
  const workers: Worker[] = []
  // The library's tables have a schema of their own. Every consumer keeps one connection for LISTEN; the rest run the queries.
  const pool = openPool({ connectionString: url, options: '-c search_path=bullmq', max: consumes ? queueNames.length + 6 : 4 }, onError)
  setMaxListeners(0, pool)
  const shared = { connection: pool as never, skipVersionCheck: true }
  return {
    backend: 'postgres',
    queue: (name) =>
      remember(open, name, () => quiet(new Queue(name, { ...shared, defaultJobOptions: kept }, createPostgresBackend as never), onError)),
    worker(name, processor, more = {}) {
      const worker = quiet(
        new Worker(name, processor, { ...shared, concurrency: queueKinds[name].concurrency, ...more }, createPostgresBackend as never),
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
      await Promise.all(workers.map((one) => one.close()))
      await Promise.all([...open.values()].map((one) => one.close()))
      await pool.end()
    },
  }
}

/** Creates or updates the tables of the PostgreSQL queue backend; needed once before any process uses it. */
export async function migrateQueues(databaseUrl: string): Promise<void> {
  const queue = new Queue('housekeeping', { connection: { connectionString: databaseUrl, max: 2, migrate: true } }, createPostgresBackend)
  try {
    await queue.waitUntilReady()
  } finally {
    await queue.close()
  }
}

function remember(open: Map<string, Queue>, name: string, make: () => Queue): Queue {
  const known = open.get(name) ?? make()
  open.set(name, known)
  return known
}

// Without a listener an emitted error would end the process.
function quiet<Emitter extends Queue | Worker>(emitter: Emitter, onError: (error: Error) => void): Emitter {
  ;(emitter as Queue).on('error', onError)
  return emitter
}
