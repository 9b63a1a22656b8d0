import type { Scope } from '../../kernel/scope.js'
import { minutes } from '../../kernel/time.js'
import { cachedClickKey } from '../click-recorder.js'
import type { KnownClick } from './credit.js'

/** A click that is not stored by then never will be: it was a duplicate. */
const maxIngestionDelay = minutes(10)

/**
 * Throws if one of these clicks, which are not stored, may still be ingested: a lead may have named it, and could not be attributed to it
 * yet. The job is retried.
 */
export async function requireIngested({ store, now }: Scope, clicks: readonly KnownClick[]): Promise<void> {
  const recent = clicks.filter(({ at }) => now().getTime() - at.getTime() < maxIngestionDelay)
  if (recent.length === 0) return
  const cached = await store.getMany(recent.map(({ id }) => cachedClickKey(id)))
  if (cached.some((one) => one !== null)) throw new Error('clicks named by leads are not ingested yet')
}
