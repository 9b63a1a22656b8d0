import { clientSubnet } from '../kernel/client-subnet.js'
import { anonymousLinks } from './limits.js'
import { throttle } from './throttle.js'
import type { AnonymousScope } from './workspace-scope.js'

/** Counts one anonymous link creation and refuses it beyond the daily limit of the client subnet. */
export const throttleAnonymousLink = (scope: AnonymousScope): Promise<void> =>
  throttle(scope, `anonymous-links:${clientSubnet(scope.address)}`, anonymousLinks)
