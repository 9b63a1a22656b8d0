/** What a use case gets as its first argument: who acts, on which data, at what time. Made by a doorkeeper or by the job runner. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import type { Config } from './config.js'
import type { EventContract, JobContract } from './contract.js'
import type { GuardedClient } from './guarded-client.js'
import type { Log } from './log.js'
import { Outbox, outboxChannel } from './outbox.js'
import type { Queues } from './queues.js'
import type { RateLimits } from './rate-limits.js'
import type { Resources } from './resources.js'
import type { ShortLivedStore } from './store/store.js'
import type { Vault } from './vault.js'

export interface Scope {
  em: EntityManager
  /** Outside the scope's transaction: for reads that no ORM should touch. */
  pool: pg.Pool
  config: Config
  store: ShortLivedStore
  rateLimits: Pick<RateLimits, 'take'>
  /** For every request to an address that somebody gave. */
  guardedClient: GuardedClient
  /** For every secret that has to be read again. */
  vault: Vault
  log: Log
  requestId: string
  now(): Date
  /** In [0, 1). */
  random(): number
  /** Queues a job that leaves when the transaction is committed. */
  enqueue<Payload>(contract: JobContract<Payload>, payload: Payload): void
  /** Tells subscribers, each by a job of its own, when the transaction is committed. */
  announce<Payload>(event: EventContract<Payload>, payload: Payload): void
  /**
   * Runs when all else of the transaction is written, right before the commit: for locking a row that many want, and so for as short as can
   * be.
   */
  beforeCommit(run: () => Promise<void>): void
  /** Runs after the commit and before the answer; for telling caches. Failures are logged, not thrown. */
  afterCommit(run: () => Promise<void>): void
}

/** The scope of a job: nobody acts, and nothing is bound to a workspace unless the payload says so. */
export interface JobScope extends Scope {
  jobName: string
  queues: Queues
}

/** Whoever runs the installation; may reach across workspaces. */
export interface AdminScope extends Scope {
  by: 'admin'
}

/** An outside clock that starts scheduled work; may reach across workspaces. */
export interface CronScope extends Scope {
  by: 'cron'
}

export interface ScopeParts {
  resources: Resources
  log: Log
  requestId: string
  now?: () => Date
  random?: () => number
}

/** What is to be done when a transaction ends. */
interface Ending {
  outbox: Outbox
  before: (() => Promise<void>)[]
  after: (() => Promise<void>)[]
}

const endings = new WeakMap<Scope, Ending>()

/** An ending, and what a scope has to say of it. */
function newEnding(scope: () => Scope) {
  const ending: Ending = {
    outbox: new Outbox(() => (scope() as { workspace?: { id: string } }).workspace?.id ?? null),
    before: [],
    after: [],
  }
  const { outbox, before, after } = ending
  const words: Pick<Scope, 'enqueue' | 'announce' | 'beforeCommit' | 'afterCommit'> = {
    enqueue: (contract, payload) => outbox.add(contract, payload),
    announce: (event, payload) => outbox.add(event, payload),
    beforeCommit: (run) => void before.push(run),
    afterCommit: (run) => void after.push(run),
  }
  return { ending, words }
}

/** A scope over a fresh entity manager, made by whoever asks for it first: most reads do without. */
export function openScope({ resources, log, requestId, now = () => new Date(), random = Math.random }: ScopeParts): Scope {
  const { ending, words } = newEnding(() => scope)
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
    ...words,
  }
  endings.set(scope, ending)
  return scope
}

/** Adds what a doorkeeper found out; the scope stays the same object. */
export const extendScope = <More extends object>(scope: Scope, more: More): Scope & More => Object.assign(scope, more)

/** A scope of the same kind whose transactions are its own, for work beside that of the other. */
export function forkScope<S extends Scope>(scope: S): S {
  const { ending, words } = newEnding(() => fork)
  const fork: S = { ...scope, em: scope.em.fork(), ...words }
  endings.set(fork, ending)
  return fork
}

/**
 * Runs `work` in one transaction of the scope's entity manager: everything it changed, queued and announced is kept, or nothing is. No
 * statement may take longer than `within` milliseconds, where it is given.
 */
export async function inTransaction<Result>(scope: Scope, work: () => Promise<Result>, within?: number): Promise<Result> {
  const { outbox, before, after } = endings.get(scope) as Ending
  await scope.em.begin()
  let result: Result
  let announced: boolean
  try {
    if (within !== undefined) await scope.em.execute(`set local statement_timeout = ${Math.ceil(within)}`)
    result = await work()
    await scope.em.flush()
    announced = await outbox.write(scope.em)
    for (const run of before.splice(0)) await run()
    await scope.em.commit()
  } catch (error) {
    await scope.em.rollback().catch(() => undefined) // the connection may be the very thing that failed
    outbox.forget()
    before.length = 0
    after.length = 0
    throw error
  }
  if (announced) after.push(() => scope.store.publish(outboxChannel, ''))
  await settle(scope, after.splice(0))
  return result
}

async function settle(scope: Scope, after: (() => Promise<void>)[]): Promise<void> {
  const results = await Promise.allSettled(after.map(async (run) => run()))
  for (const one of results) if (one.status === 'rejected') scope.log.warn({ err: one.reason }, 'a step after the commit failed')
}
