/** What leads and sales of concurrent requests have in common when they share a transaction. */
import type pg from 'pg'
import type { InWorkspace } from '../../accounts/index.js'
import type { CustomerReference } from '../../customers/index.js'
import { isRefusal } from '../../kernel/db/is-refusal.js'
import { type GroupCommit, groupCommitPerPool } from '../../kernel/group-commit.js'
import { outboxChannel } from '../../kernel/queue/outbox.js'
import type { Scope } from '../../kernel/scope.js'

/** Maximum number of requests that share a transaction. */
const maxBatchSize = 100

export interface BatchedRequest<Input, Result> extends CustomerReference {
  scope: InWorkspace
  input: Input
  /** Null as long as nothing was done; the request then needs a transaction of its own. */
  result: Result | null
}

/** Groups concurrent requests. Those that break a constraint together have no result, so that a request only fails because of itself. */
export const batchRequests = <Request>(track: (requests: Request[]) => Promise<void>): ((pool: pg.Pool) => GroupCommit<Request>) =>
  groupCommitPerPool<Request>(async (requests) => {
    try {
      await track(requests)
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  }, maxBatchSize)

export const customerKey = ({ workspaceId, externalId }: CustomerReference) => `${workspaceId} ${externalId}`

/** The first request of each key; null is no key. Others need a transaction of their own, which follows. */
export function distinctBy<Request>(requests: readonly Request[], keyOf: (request: Request) => string | null): Request[] {
  const keys = new Set<string>()
  return requests.filter((request) => {
    const key = keyOf(request)
    if (key === null) return true
    return !keys.has(key) && keys.add(key)
  })
}

/** Wakes the relays of the outbox, which find its rows a little later otherwise. */
export const notifyOutbox = ({ store, log }: Pick<Scope, 'store' | 'log'>): void =>
  void store.publish(outboxChannel, '').catch((error: unknown) => log.warn({ err: error }, 'failed to notify the outbox relay'))
