/** Progress as it happens. Workers tell each other and the API that something changed; what changed is asked of the database. */
import type { WorkspaceScope } from '../accounts/index.js'
import { newBell } from '../kernel/bell.js'
import type { Scope } from '../kernel/scope.js'
import { minutes, seconds } from '../kernel/time.js'
import { errandSeenBy } from './errand.queries.js'
import type { ErrandAnswer } from './errand.schema.js'
import { errandNotFound } from './errors.js'
import { presentErrand } from './present-errand.js'

const channel = 'errands'
/** So often a caller hears something, be it that nothing changed: proxies end connections on which nothing is said. */
const heartbeat = seconds(10)
/** Then the caller comes again. A process that ends does not wait for watchers longer. */
const longest = minutes(5)

export function tellProgress(scope: Scope, id: string): void {
  scope.afterCommit(() => scope.store.publish(channel, id))
}

/** The errand as it is, then again after every change, until it is finished; null where nothing changed for a while. */
export async function* watchErrand(scope: WorkspaceScope, id: string): AsyncGenerator<{ data: ErrandAnswer } | null> {
  const bell = newBell()
  const stop = await scope.store.subscribe(channel, (changed) => changed === id && bell.ring(), bell.ring)
  try {
    let last = ''
    for (const end = performance.now() + longest; performance.now() < end; await bell.rung(heartbeat)) {
      const errand = await errandSeenBy(scope, id)
      if (!errand) throw errandNotFound()
      const answer = presentErrand(errand)
      const text = JSON.stringify(answer)
      yield text === last ? null : { data: answer }
      if (errand.finishedAt) return
      last = text
    }
  } finally {
    await stop()
  }
}
