import { tooManyRequests } from '../kernel/errors.js'
import { householdOf } from '../kernel/household.js'
import { anonymousLinks } from './limits.js'
import type { AnonymousScope } from './workspace-scope.js'

/** Counts one link that somebody without a workspace is about to create, and refuses when the line to the internet behind the address has had its share of the day. */
export async function countAnonymousLink({ store, address }: AnonymousScope): Promise<void> {
  const count = await store.increment(`anonymous-links:${householdOf(address)}`, 1, anonymousLinks.window)
  if (count > anonymousLinks.requests) throw tooManyRequests()
}
