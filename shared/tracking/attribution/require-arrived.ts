import type { Scope } from '../../kernel/scope.js'
import { minutes } from '../../kernel/time.js'
import { clickFactsKey } from '../click-recorder.js'
import type { KnownClick } from './credit.js'

/** What has not become a row by then never will: it repeated another click. */
const longestWay = minutes(10)

/**
 * Throws while one of these clicks, which are no rows, may become one: a lead may have named it before, and could not be credited to it.
 * The job is tried again.
 */
export async function requireArrived({ store, now }: Scope, clicks: readonly KnownClick[]): Promise<void> {
  const young = clicks.filter(({ at }) => now().getTime() - at.getTime() < longestWay)
  if (young.length === 0) return
  const facts = await store.getMany(young.map(({ id }) => clickFactsKey(id)))
  if (facts.some((one) => one !== null)) throw new Error('clicks that leads name are on their way still')
}
