import type { Scope } from '../../kernel/scope.js'
import { minutes } from '../../kernel/time.js'
import { cachedClickKey } from '../click-recorder.js'
import { clickStoreOf, type StoreScope } from '../click-store/active-store.js'
import type { KnownClick } from './credit.js'

/** A click that is not stored by then never will be: it was a duplicate. */
const maxIngestionDelay = minutes(10)

/**
 * Throws if one of these clicks, which are not stored, may still be ingested: a lead may have named it, and could not be attributed to it
 * yet. The job is retried.
 */
export async function requireIngested(scope: Pick<Scope, 'store' | 'now'>, clicks: readonly KnownClick[]): Promise<void> {
  if ((await recentlyRecorded(scope, clicks)).length > 0) throw new Error('clicks named by leads are not ingested yet')
}

/** Those of the clicks that are not stored, and may still be ingested. */
export async function clicksToBeIngested<Click extends KnownClick>(
  scope: StoreScope & Pick<Scope, 'store' | 'now'>,
  clicks: readonly Click[],
): Promise<Click[]> {
  const recent = await recentlyRecorded(scope, clicks)
  const stored = new Set((await (await clickStoreOf(scope)).find(recent)).map(({ id }) => id))
  return recent.filter(({ id }) => !stored.has(id))
}

async function recentlyRecorded<Click extends KnownClick>({ store, now }: Pick<Scope, 'store' | 'now'>, clicks: readonly Click[]) {
  const recent = clicks.filter(({ at }) => now().getTime() - at.getTime() < maxIngestionDelay)
  if (recent.length === 0) return []
  const cached = await store.getMany(recent.map(({ id }) => cachedClickKey(id)))
  return recent.filter((_, index) => cached[index] !== null)
}
