/** The first argument of every use case: its caller, data access, services and clock. Created by an auth guard or by the job runner. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import type { Config } from './config.js'
import type { GuardedClient } from './http-client/guarded-client.js'
import type { Log } from './log.js'
import type { EventContract, JobContract } from './queue/contract.js'
import { Outbox, outboxChannel } from './queue/outbox.js'
import type { Queues } from './queue/queues.js'
import type { Resources } from './resources.js'
import type { RateLimits } from './store/rate-limits.js'
import type { ShortLivedStore } from './store/short-lived-store.js'
import type { Vault } from './vault.js'

export interface Scope {
  em: EntityManager
  /** Outside the scope's transaction, for reads that bypass the ORM. */
  pool: pg.Pool
  config: Config
  store: ShortLivedStore
  rateLimits: Pick<RateLimits, 'consume'>
  /** For all requests to user-supplied addresses. */
  guardedClient: GuardedClient
  /** Encrypts secrets that must be read back. */
  vault: Vault
  log: Log
  requestId: string
  now(): Date
  /** In [0, 1). */
  random(): number
  /** Enqueues a job after the commit. */
  enqueue<Payload>(contract: Pick<JobContract<Payload>, 'kind' | 'name' | 'payload'>, payload: Payload): void
  /** Publishes an event after the commit. Each subscriber gets a job of its own. */
  announce<Payload>(event: EventContract<Payload>, payload: Payload): void
  /** Starts a job that finds its work in the database soon after the commit. Its schedule starts it if this fails. */
  wake(contract: JobContract<null>): void
  /** Runs right before the commit, after all other writes, so that a lock on a contended row is held as briefly as possible. */
  beforeCommit(run: () => Promise<void>): void
  /** Runs after the commit and before the response, for example to invalidate caches. Failures are logged, not thrown. */
  afterCommit(run: () => Promise<void>): void
  /** Runs after a rollback, for example to release a claim in the short-lived store. Failures are logged, not thrown. */
  afterRollback(run: () => Promise<void>): void
}

/** The scope of a job: it has no user, and no workspace unless the payload names one. */
export interface JobScope extends Scope {
  jobName: string
  queues: Queues
}

/** Who uses the operator's endpoints: the holder of the admin key, who has no user, or a platform administrator. */
export interface Operator {
  userId: string | null
  email: string | null
  role: string
}

/** The operator of the installation. May access all workspaces. */
export interface AdminScope extends Scope {
  by: 'admin'
  queues: Queues
  operator: Operator
  /** Client IP address. */
  address: string
}

/** An external scheduler that triggers scheduled jobs. May access all workspaces. */
export interface CronScope extends Scope {
  by: 'cron'
  queues: Queues
}

export interface ScopeParts {
  resources: Resources
  log: Log
  requestId: string
  now?: () => Date
  random?: () => number
}

/** Work to do at the end of a transaction. */
interface TransactionHooks {
  isOpen: boolean
  queues: Pick<Queues, 'wake'>
  outbox: Outbox
  before: (() => Promise<void>)[]
  after: (() => Promise<void>)[]
  undo: (() => Promise<void>)[]
}

const hooksOf = new WeakMap<Scope, TransactionHooks>()

/** Transaction hooks and the methods of a scope that add to them. */
function newHooks(queues: Pick<Queues, 'wake'>, scope: () => Scope) {
  const hooks: TransactionHooks = {
    isOpen: false,
    queues,
    outbox: new Outbox(() => (scope() as { workspace?: { id: string } }).workspace?.id ?? null),
    before: [],
    after: [],
    undo: [],
  }
  const { outbox, before, after, undo } = hooks
  const methods: Pick<Scope, 'enqueue' | 'announce' | 'wake' | 'beforeCommit' | 'afterCommit' | 'afterRollback'> = {
    enqueue: (contract, payload) => outbox.add(contract, payload),
    announce: (event, payload) => outbox.add(event, payload),
    wake: (contract) => void after.push(async () => queues.wake(contract)),
    beforeCommit: (run) => void before.push(run),
    afterCommit: (run) => void after.push(run),
    afterRollback: (run) => void undo.push(run),
  }
  return { hooks, methods }
}

/** Opens a scope. Its entity manager is created at first use, because most reads do not need one. */
export function openScope({ resources, log, requestId, now = () => new Date(), random = Math.random }: ScopeParts): Scope {
  const { hooks, methods } = newHooks(resources.queues, () => scope)
  let em: EntityManager | undefined
  const scope: Scope = {
    get em() {
      return (em ??= resources.database.orm.em.fork())
    },
    pool: resources.database.pool,
    config: resources.config,
    store: resources.store,
    rateLimits: resources.rateLimits,
    guardedClient: resources.guardedClient,
    vault: resources.vault,
    log,
    requestId,
    now,
    random,
    ...methods,
  }
  hooksOf.set(scope, hooks)
  return scope
}

/** Adds properties to the scope, in place. */
export const extendScope = <Base extends Scope, More extends object>(scope: Base, more: More): Base & More => Object.assign(scope, more)

/** Copies a scope with an entity manager and transactions of its own, for parallel work. */
export function forkScope<S extends Scope>(scope: S): S {
  const { hooks, methods } = newHooks((hooksOf.get(scope) as TransactionHooks).queues, () => fork)
  const fork: S = { ...scope, em: scope.em.fork(), ...methods }
  hooksOf.set(fork, hooks)
  return fork
}

/** Whether a transaction of the scope is open. */
export const isInTransaction = (scope: Scope): boolean => hooksOf.get(scope)?.isOpen ?? false

/**
 * Runs `work` in one transaction of the scope's entity manager. Its changes, jobs and events are committed or rolled back together.
 * `timeoutMs` limits the duration of each statement. Throws if a transaction of the scope is open: the ORM would lose it, with its locks.
 */
export async function inTransaction<Result>(scope: Scope, work: () => Promise<Result>, timeoutMs?: number): Promise<Result> {
  const hooks = hooksOf.get(scope) as TransactionHooks
  if (hooks.isOpen) throw new Error('a transaction of this scope is open')
  const { outbox, before, after, undo } = hooks
  await scope.em.begin()
  hooks.isOpen = true
  let result: Result
  let announced: boolean
  try {
    if (timeoutMs !== undefined) await scope.em.execute(`set local statement_timeout = ${Math.ceil(timeoutMs)}`)
    result = await work()
    await scope.em.flush()
    announced = await outbox.write(scope.em)
    for (const run of before.splice(0)) await run()
    await scope.em.commit()
  } catch (error) {
    await scope.em.rollback().catch(() => undefined) // the connection itself may have failed
    outbox.clear()
    before.length = 0
    after.length = 0
    await runHooks(scope, undo.splice(0), 'rollback hook failed')
    throw error
  } finally {
    hooks.isOpen = false
  }
  if (announced) after.push(() => scope.store.publish(outboxChannel, ''))
  undo.length = 0
  await runHooks(scope, after.splice(0), 'after-commit hook failed')
  return result
}

/** Runs `work` in the open transaction of the scope, else in one of its own. */
export const joinTransaction = <Result>(scope: Scope, work: () => Promise<Result>): Promise<Result> =>
  isInTransaction(scope) ? work() : inTransaction(scope, work)

async function runHooks(scope: Scope, hooks: (() => Promise<void>)[], message: string): Promise<void> {
  const results = await Promise.allSettled(hooks.map(async (run) => run()))
  for (const one of results) if (one.status === 'rejected') scope.log.warn({ err: one.reason }, message)
}
