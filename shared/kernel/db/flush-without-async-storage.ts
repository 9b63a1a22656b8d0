/**
 * The ORM runs each flush inside an `AsyncLocalStorage` to detect a flush that is started by a hook of another flush. On Node below 24, the
 * first use of such a storage slows down every promise and socket of the process for the rest of its life: after one written row, a process
 * answers a fifth fewer redirects. Our entities have no hooks, so flushes run without the storage.
 */
import { UnitOfWork } from '@mikro-orm/postgresql'

interface FlushingUnitOfWork {
  working: boolean
  flushQueue: (() => Promise<void>)[]
  doCommit(): Promise<void>
  postCommitCleanup(): void
}

/** Patches all units of work of the process. The ORM's version is pinned, and a test checks that the patch still applies. */
export function flushWithoutAsyncStorage(): void {
  ;(UnitOfWork.prototype as unknown as { commit(): Promise<void> }).commit = commit
}

async function commit(this: FlushingUnitOfWork): Promise<void> {
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
