/**
 * The ORM runs each flush inside an `AsyncLocalStorage`, only to notice a flush that is started by a hook of a flush. On Node below 24 the
 * first use of such a storage makes every promise and every socket of the process slower for as long as it lives: a process that has
 * written one row answered a fifth fewer redirects from then on. No entity of ours has hooks, so flushes do without.
 */
import { UnitOfWork } from '@mikro-orm/postgresql'

interface Flushing {
  working: boolean
  flushQueue: (() => Promise<void>)[]
  doCommit(): Promise<void>
  postCommitCleanup(): void
}

/** Of all units of work, from now on. The version of the ORM is pinned, and a test asks whether it holds. */
export function flushWithoutStorage(): void {
  ;(UnitOfWork.prototype as unknown as { commit(): Promise<void> }).commit = commit
}

async function commit(this: Flushing): Promise<void> {
  if (this.working) return new Promise((resolve, reject) => this.flushQueue.push(() => this.doCommit().then(resolve, reject)))
  try {
    this.working = true
    await this.doCommit()
    for (let next = this.flushQueue.shift(); next; next = this.flushQueue.shift()) await next()
  } finally {
    this.postCommitCleanup()
    this.working = false
  }
}
