import { householdOf } from '../kernel/household.js'
import { anonymousLinks } from './limits.js'
import { throttle } from './throttle.js'
import type { AnonymousScope } from './workspace-scope.js'

/**
 * Counts one link that somebody without a workspace is about to create, and refuses when the line to the internet behind the address has
 * had its share of the day.
 */
export const countAnonymousLink = (scope: AnonymousScope): Promise<void> =>
  throttle(scope, `anonymous-links:${householdOf(scope.address)}`, anonymousLinks)
